import { count } from '@tribune/french/format/numbers.ts'
import { history } from '@tribune/french/sentences/history.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { figuresOf } from './day-rows.ts'
import type { PlayedHistory } from './use-history.ts'

/** The three tiles: matches, competitions and matches a day of the filtered list. */
export function HistoryFigures({ played: { query, matches } }: { readonly played: PlayedHistory }) {
  if (query.data === undefined && query.isError) return null
  const known = query.data !== undefined
  const { finished, competitions, perDay } = figuresOf(matches)
  return (
    <dl className="mt-3 flex flex-wrap gap-2">
      <Tile label={history.finished(finished > 1 || !known)} value={known ? finished : null} />
      <Tile label={history.competitions(competitions > 1 || !known)} value={known ? competitions : null} />
      <Tile label={history.perDay(perDay > 1 || !known)} value={known ? perDay : null} />
    </dl>
  )
}

function Tile({ label, value }: { readonly label: string; readonly value: number | null }) {
  return (
    <div className="flex flex-[1_1_calc(5.1rem+26px)] flex-col-reverse justify-end gap-1 rounded-card border border-line bg-surface p-3">
      <dt className="text-sm leading-tight text-quiet">{label}</dt>
      <dd className="figures text-3xl font-extrabold">
        {value === null ? <Skeleton className="h-[calc(2.074rem*1.1)] w-12" /> : count(value)}
      </dd>
    </div>
  )
}
