import { useQuery } from '@tanstack/react-query'
import { common } from '@tribune/french/sentences/app.ts'
import { derbyTool as words } from '@tribune/french/sentences/operator/coefficients.ts'
import { type ReactNode, useState } from 'react'
import { type FoundTeam, teamsQuery } from '../../../data/operator/coefficients.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { SEARCH_DEBOUNCE_MS } from '../../../lib/limits.ts'
import { useDebounced } from '../../../lib/state/use-debounced.ts'
import { Button } from '../../../ui/button.tsx'
import { Crest } from '../../../ui/picture.tsx'
import { TextField } from '../../../ui/text-field.tsx'

const MIN_LETTERS = 2
const MAX_LETTERS = 80

interface TeamPickerProps {
  readonly label: string
  readonly team: FoundTeam | null
  readonly onPick: (team: FoundTeam | null) => void
}

/** One club of a derby: searched by a part of its name, then chosen. */
export function TeamPicker({ label, team, onPick }: TeamPickerProps) {
  const [search, setSearch] = useState('')
  if (team !== null) {
    return (
      <div>
        <p className="mb-1 font-semibold">{label}</p>
        <div className="flex items-center gap-3 rounded-inner border border-edge p-2">
          <Club team={team} />
          <Button tone="quiet" aria-label={words.changeOf(team.name)} onClick={() => onPick(null)}>
            {words.change}
          </Button>
        </div>
      </div>
    )
  }
  return (
    <div>
      <TextField
        label={label}
        hint={words.searchHint}
        value={search}
        onChange={setSearch}
        autoComplete="off"
        maxLength={MAX_LETTERS}
        enterKeyHint="search"
      />
      <Results
        label={label}
        search={search.trim()}
        onPick={(picked) => {
          setSearch('')
          onPick(picked)
        }}
      />
    </div>
  )
}

interface ResultsProps {
  readonly label: string
  readonly search: string
  readonly onPick: (team: FoundTeam) => void
}

function Results({ label, search, onPick }: ResultsProps) {
  const settled = useDebounced(search, SEARCH_DEBOUNCE_MS)
  const isLongEnough = settled.length >= MIN_LETTERS
  const { data, error, refetch } = useQuery({ ...teamsQuery(settled), enabled: isLongEnough })
  if (search.length < MIN_LETTERS) return null
  if (data === undefined && error !== null) {
    return (
      <Line>
        <span role="alert">{words.failedSearch(messageOf(error))}</span>{' '}
        <Button onClick={() => void refetch()}>{common.retry}</Button>
      </Line>
    )
  }
  if (data === undefined || settled !== search) return <Line>{words.searching}</Line>
  if (data.length === 0) return <Line>{words.notFound(settled)}</Line>
  return (
    <ul aria-label={words.results(label)} className="mt-1 max-h-72 overflow-y-auto rounded-inner border border-line">
      {data.map((team) => (
        <li key={team.id} className="border-b border-line last:border-b-0">
          <button
            type="button"
            onClick={() => onPick(team)}
            className="target flex w-full items-center gap-3 p-2 text-left -outline-offset-3 hover:bg-raised"
          >
            <Club team={team} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function Line({ children }: { readonly children: ReactNode }) {
  return (
    <p role="status" className="mt-1 text-sm text-quiet">
      {children}
    </p>
  )
}

function Club({ team: { id, name, logo, competition } }: { readonly team: FoundTeam }) {
  return (
    <>
      <Crest name={name} id={id} src={logo} size={32} />
      <span className="min-w-0 flex-1 leading-tight">
        <bdi className="block font-semibold [overflow-wrap:anywhere]">{name}</bdi>
        {competition !== null && <span className="block text-sm text-quiet">{competition}</span>}
      </span>
    </>
  )
}
