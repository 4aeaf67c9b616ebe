import { getRouteApi } from '@tanstack/react-router'
import { one as words } from '@tribune/french/sentences/operator/recalculation.ts'
import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { matchIdIn } from './match-id-rules.ts'
import { MatchField } from './one-match/match-field.tsx'

const route = getRouteApi('/admin')

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

/** Asks for a match, first of all for that of the address, and refuses at the field what is no id (spec section 5). */
export function MatchIdForm({ label, action, busy, main = false, onSubmit, onWrong }: MatchIdFormProps) {
  const { match } = route.useSearch()
  const [typed, setTyped] = useState(match === undefined ? '' : String(match))
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
      <MatchField
        label={label}
        hint={words.idHint}
        value={typed}
        error={isWrong ? words.invalidId : null}
        onChange={(text) => {
          setTyped(text)
          setWrong(false)
        }}
      />
      <Button type="submit" tone={main ? 'action' : 'plain'} busy={busy}>
        {action}
      </Button>
    </form>
  )
}
