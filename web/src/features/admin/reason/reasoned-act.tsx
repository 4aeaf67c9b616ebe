import { confirmation } from '@tribune/french/sentences/operator/area.ts'
import { type ComponentProps, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ReasonField, useReason } from './reason-field.tsx'

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
