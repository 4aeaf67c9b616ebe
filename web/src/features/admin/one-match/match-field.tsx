import { getRouteApi } from '@tanstack/react-router'
import type { FoundMatch } from '@tribune/contract/operator/search.ts'
import { shortMomentInParis } from '@tribune/french/format/paris.ts'
import { scoreWords } from '@tribune/french/format/shootout.ts'
import { statuses, matchChoice as words } from '@tribune/french/sentences/operator/diagnostics.ts'
import { one as oneWords } from '@tribune/french/sentences/operator/recalculation.ts'
import { type FormEvent, useRef, useState } from 'react'
import { matchSearchQuery } from '../../../data/operator/diagnostics.ts'
import { useFan } from '../../../data/session.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { MAX_MATCH_ADDRESS, matchIdIn } from '../match-id-rules.ts'
import { SearchResults } from '../search-picker.tsx'

const route = getRouteApi('/admin')

interface MatchFieldProps {
  readonly label: string
  /** Shown instead of the field's own hint to visitors, who cannot search. */
  readonly hint: string
  readonly value: string
  readonly error: string | null
  readonly onChange: (text: string) => void
  /** Called with the id of a match that was chosen from the list, once the field has it. */
  readonly onPick?: (id: number) => void
  readonly className?: string
}

/** Asks for a match by its number or address, or by a club, whose matches are listed to choose from. */
export function MatchField({
  label,
  hint,
  value,
  error,
  onChange,
  onPick,
  className = 'w-full max-w-sm',
}: MatchFieldProps) {
  const isOperator = useFan()?.is_admin === true
  const frame = useRef<HTMLDivElement>(null)
  const pick = ({ id }: { readonly id: number }) => {
    onChange(String(id))
    // The list goes away with the button that had the focus.
    frame.current?.querySelector('input')?.focus()
    onPick?.(id)
  }
  return (
    <div ref={frame} className={className}>
      <TextField
        label={label}
        hint={isOperator ? words.hint : hint}
        autoComplete="off"
        maxLength={MAX_MATCH_ADDRESS}
        value={value}
        error={error}
        onChange={onChange}
      />
      {isOperator && matchIdIn(value) === null && (
        <SearchResults
          label={label}
          search={value.trim().slice(0, MAX_SEARCH)}
          query={matchSearchQuery}
          words={words}
          draw={(match) => <Found match={match} />}
          onPick={pick}
        />
      )}
    </div>
  )
}

/** Longest text that is searched for. */
const MAX_SEARCH = 80

function Found({ match }: { readonly match: FoundMatch }) {
  const { match_id, home_team, away_team, competition_name, match_date, kickoff_hour_known, status } = match
  const day = shortMomentInParis(new Date(match_date), kickoff_hour_known)
  return (
    <span className="min-w-0 leading-tight">
      <span className="block font-semibold [overflow-wrap:anywhere]">{words.match(home_team, away_team)}</span>
      <span className="block text-sm text-quiet [overflow-wrap:anywhere]">
        {words.about(day, competition_name, scoreWords(match) ?? statuses[status])}
      </span>
      <span className="figures block text-sm text-quiet">{words.number(match_id)}</span>
    </span>
  )
}

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

/** Asks for a match, starting with that of the address, and refuses an invalid id at the field (spec section 5). */
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
        hint={oneWords.idHint}
        value={typed}
        error={isWrong ? oneWords.invalidId : null}
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
