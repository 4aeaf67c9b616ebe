import { count } from '@tribune/french/format/numbers.ts'
import { history } from '@tribune/french/sentences/history.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import type { PlayedHistory } from './use-history.ts'

/** Filters by one competition, or shows all. */
export function HistoryFilter({ played }: { readonly played: PlayedHistory }) {
  const { query, competitions, competition, choose } = played
  if (query.data === undefined && query.isError) return null
  const unknown = competition !== null && competitions.every(({ id }) => id !== competition)
  return (
    <div className="mt-3 flex gap-2">
      <Select
        size="page"
        aria-label={history.filter}
        value={competition ?? ''}
        disabled={query.data === undefined}
        onChoose={(value) => choose(value === '' ? null : Number(value))}
        className="flex-1"
      >
        <option value="">{history.all}</option>
        {unknown && <option value={competition}>{query.data === undefined ? '' : history.unknown}</option>}
        {competitions.map(({ id, name, matches }) => (
          <option key={id} value={id}>
            {history.competition(name, count(matches))}
          </option>
        ))}
      </Select>
      {competition !== null && (
        <Button className="shrink-0 rounded-card" aria-label={history.reset} onClick={() => choose(null)}>
          {history.resetShort}
        </Button>
      )}
    </div>
  )
}
