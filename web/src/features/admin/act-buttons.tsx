import { MAX_REASON } from '@tribune/domain/operator/operator.ts'
import { confirmation } from '@tribune/french/sentences/operator/area.ts'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface ConfirmActProps {
  /** Label of the button and of its confirmation: the act as a verb. */
  readonly label: string
  readonly title: string
  /** Exact effect of the act, and what it applies to. */
  readonly consequence: string
  readonly busy?: boolean
  readonly disabled?: boolean
  readonly tone?: 'plain' | 'danger'
  /** Details of the effect, as a list of values. */
  readonly children?: ReactNode
  readonly onConfirm: () => void
}

/** A button for an act that another tap cannot undo: it names what it will do, and asks again. */
export function ConfirmAct({ label, title, consequence, busy, disabled, tone = 'danger', ...rest }: ConfirmActProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button tone={tone} busy={busy ?? false} disabled={disabled} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog {...{ label, title, consequence, tone }} {...rest} open={asking} onOpenChange={setAsking} />
    </>
  )
}

interface ConfirmDialogProps extends Omit<ConfirmActProps, 'busy' | 'disabled'> {
  /** On the button that does nothing. */
  readonly cancel?: string
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Asks for an act that something else than a button begins. */
export function ConfirmDialog({
  label,
  title,
  consequence,
  tone = 'danger',
  cancel = confirmation.cancel,
  onConfirm,
  open,
  onOpenChange,
  children,
}: ConfirmDialogProps) {
  const confirm = () => {
    onOpenChange(false)
    onConfirm()
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} description={consequence}>
      {children}
      <div className="flex flex-wrap justify-end gap-2">
        <Button tone="quiet" onClick={() => onOpenChange(false)}>
          {cancel}
        </Button>
        <Button tone={tone} onClick={confirm}>
          {label}
        </Button>
      </div>
    </Dialog>
  )
}

/** Shows next to a tool why its act was refused or failed. Screen readers announce it immediately. */
export function ActFailure({ children }: { readonly children: ReactNode }) {
  return (
    <p role="alert" className="mt-3 font-semibold text-warn [overflow-wrap:anywhere]">
      {children}
    </p>
  )
}

interface ReasonedActProps extends Pick<ComponentProps<typeof Button>, 'tone' | 'busy' | 'disabled' | 'aria-label'> {
  /** On the button that asks, and on the one that confirms. */
  readonly label: string
  readonly title: string
  readonly consequence: string
  /** The field of the reason, and what is under it while so many characters are left. */
  readonly words: { readonly reason: string; readonly reasonHint: (left: number) => string }
  /** Whether the consequence is known, so that it can be agreed to. */
  readonly isKnown?: boolean
  /** `clear` empties the field: once the act is done, so that a refused one does not lose the reason. */
  readonly onConfirm: (reason: string, clear: () => void) => void
}

/** A button for an act that needs a reason: it shows what will change, and asks for it. */
export function ReasonedAct({
  label,
  title,
  consequence,
  words,
  isKnown = true,
  onConfirm,
  ...button
}: ReasonedActProps) {
  const [asking, setAsking] = useState(false)
  const { reason, left, isGood, field } = useReason()
  const confirm = () => {
    setAsking(false)
    onConfirm(reason, () => field.onChange(''))
  }
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <Dialog open={asking} onOpenChange={setAsking} title={title} description={consequence}>
        <ReasonField label={words.reason} hint={words.reasonHint(Math.max(left, 0))} {...field} />
        <div className="mt-4 flex flex-wrap justify-end gap-2">
          <Button tone="quiet" onClick={() => setAsking(false)}>
            {confirmation.cancel}
          </Button>
          <Button tone="danger" disabled={!isKnown || !isGood} onClick={confirm}>
            {label}
          </Button>
        </div>
      </Dialog>
    </>
  )
}

interface ReasonFieldProps {
  readonly label: string
  /** Under the field: what may be written, or what is wrong. */
  readonly hint: string
  readonly isWrong: boolean
  readonly value: string
  readonly onChange: (text: string) => void
  readonly readOnly?: boolean
}

/** The operator's reason for an act while they type it, as `reasonOf` returns it. */
export function useReason() {
  return reasonOf(...useState(''))
}

/** Returns a typed reason without spaces around it, the characters that are left, whether it may be sent, and the props of its field. */
export function reasonOf(value: string, onChange: (text: string) => void) {
  const reason = value.trim()
  const left = MAX_REASON - reason.length
  return { reason, left, isGood: reason !== '' && left >= 0, field: { value, onChange, isWrong: left < 0 } }
}

/** The operator's reason for an act, in a few lines. */
export function ReasonField({ label, hint, isWrong, value, onChange, readOnly = false }: ReasonFieldProps) {
  const [id, hintId] = [useId(), useId()]
  return (
    <div className="w-full max-w-xl">
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <textarea
        id={id}
        rows={3}
        value={value}
        readOnly={readOnly}
        aria-describedby={hintId}
        aria-invalid={isWrong || undefined}
        onChange={(event) => onChange(event.target.value)}
        className="w-full rounded-inner border border-edge bg-ground px-3 py-2 text-base text-text aria-invalid:border-warn"
      />
      <p id={hintId} className={`text-sm ${isWrong ? 'font-semibold text-warn' : 'text-quiet'}`}>
        {hint}
      </p>
    </div>
  )
}
