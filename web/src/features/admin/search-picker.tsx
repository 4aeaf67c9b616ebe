import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { common } from '@tribune/french/sentences/app.ts'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../../lib/http/api-error.ts'
import { SEARCH_DEBOUNCE_MS } from '../../lib/limits.ts'
import { useDebounced } from '../../lib/state/use-debounced.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'

const MIN_LETTERS = 2
const MAX_LETTERS = 80

interface Named {
  readonly id: number
  readonly name: string
}

interface SearchPickerProps<Found extends Named> {
  readonly label: string
  readonly chosen: Found | null
  readonly onPick: (found: Found | null) => void
  readonly query: (search: string) => UseQueryOptions<Found[], Error, Found[], string[]>
  readonly draw: (found: Found) => ReactNode
  readonly words: {
    readonly searchHint: string
    readonly searching: string
    readonly notFound: (query: string) => string
    readonly failedSearch: (reason: string) => string
    readonly results: (label: string) => string
    readonly change: string
    readonly changeOf: (name: string) => string
  }
}

/** One club or player: searched by a part of its name, then chosen. */
export function SearchPicker<Found extends Named>(props: SearchPickerProps<Found>) {
  const { label, chosen, onPick, draw, words } = props
  const [search, setSearch] = useState('')
  if (chosen !== null) {
    return (
      <div>
        <p className="mb-1 font-semibold">{label}</p>
        <div className="flex items-center gap-3 rounded-inner border border-edge p-2">
          {draw(chosen)}
          <Button tone="quiet" aria-label={words.changeOf(chosen.name)} onClick={() => onPick(null)}>
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
      <SearchResults
        {...props}
        search={search.trim()}
        onPick={(picked) => {
          setSearch('')
          onPick(picked)
        }}
      />
    </div>
  )
}

interface SearchResultsProps<Found extends Named> extends Pick<SearchPickerProps<Found>, 'label' | 'query' | 'draw'> {
  readonly search: string
  readonly onPick: (found: Found) => void
  readonly words: Pick<SearchPickerProps<Found>['words'], 'searching' | 'notFound' | 'failedSearch' | 'results'>
}

/** Lists the results of a search to choose from, once its text has two letters. */
export function SearchResults<Found extends Named>(props: SearchResultsProps<Found>) {
  const { label, search, onPick, query, draw, words } = props
  const settled = useDebounced(search, SEARCH_DEBOUNCE_MS)
  const isLongEnough = settled.length >= MIN_LETTERS
  const { data, error, refetch } = useQuery({ ...query(settled), enabled: isLongEnough })
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
      {data.map((found) => (
        <li key={found.id} className="border-b border-line last:border-b-0">
          <button
            type="button"
            onClick={() => onPick(found)}
            className="target flex w-full items-center gap-3 p-2 text-left -outline-offset-3 hover:bg-raised"
          >
            {draw(found)}
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
