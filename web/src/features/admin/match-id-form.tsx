import { one as words } from '@tribune/french/sentences/operator/recalculation.ts'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { MAX_MATCH_ADDRESS, matchIdIn } from './match-id-rules.ts'

interface MatchIdFormProps {
  readonly label: string
  /** On the button. */
  readonly action: string
  readonly busy: boolean
  /** Whether the act is the main one of its screen. */
  readonly main?: boolean
  readonly onSubmit: (id: number) => void
  /** Called when no id was typed, so that no earlier result stays under the refusal. */
  readonly onWrong: () => void
}

/** Asks for the id of a match, and refuses what is none at the field (spec section 5). */
export function MatchIdForm({ label, action, busy, main = false, onSubmit, onWrong }: MatchIdFormProps) {
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const id = matchIdIn(typed)
    setWrong(id === null)
    if (id === null) onWrong()
    else onSubmit(id)
  }
  return (
    <form noValidate className="flex flex-col items-start gap-3" onSubmit={submit}>
      <TextField
        className="w-full max-w-sm"
        label={label}
        hint={words.idHint}
        autoComplete="off"
        maxLength={MAX_MATCH_ADDRESS}
        value={typed}
        error={isWrong ? words.invalidId : null}
        onChange={setTyped}
      />
      <Button type="submit" tone={main ? 'action' : 'plain'} busy={busy}>
        {action}
      </Button>
    </form>
  )
}
