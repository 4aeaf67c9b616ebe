import { confirmation } from '@tribune/french/sentences/operator/area.ts'
import { type ReactNode, useState } from 'react'
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
