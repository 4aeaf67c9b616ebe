import { count } from '@tribune/french/format/numbers.ts'
import { history } from '@tribune/french/sentences/history.ts'
import { ChevronDown } from 'lucide'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { PlayedHistory } from './use-history.ts'

/** Filters by one competition, or shows all. */
export function HistoryFilter({ played }: { readonly played: PlayedHistory }) {
  const { query, competitions, competition, choose } = played
  if (query.data === undefined && query.isError) return null
  const unknown = competition !== null && competitions.every(({ id }) => id !== competition)
  return (
    <div className="mt-3 flex gap-2">
      <div className="relative min-w-0 flex-1">
        <select
          aria-label={history.filter}
          value={competition ?? ''}
          disabled={query.data === undefined}
          onChange={({ target }) => choose(target.value === '' ? null : Number(target.value))}
          className="min-h-12 w-full appearance-none truncate rounded-card border border-edge bg-surface pr-11 pl-4 text-base font-semibold text-text"
        >
          <option value="">{history.all}</option>
          {unknown && <option value={competition}>{query.data === undefined ? '' : history.unknown}</option>}
          {competitions.map(({ id, name, matches }) => (
            <option key={id} value={id}>
              {history.competition(name, count(matches))}
            </option>
          ))}
        </select>
        <Icon
          of={ChevronDown}
          size={20}
          className="pointer-events-none absolute top-1/2 right-4 -translate-y-1/2 text-quiet"
        />
      </div>
      {competition !== null && (
        <Button className="shrink-0 rounded-card" aria-label={history.reset} onClick={() => choose(null)}>
          {history.resetShort}
        </Button>
      )}
    </div>
  )
}
