import type { PlayerMatch } from '@tribune/contract/players.ts'
import { POSITIONS } from '@tribune/domain/ballots/podium.ts'
import { outcomeOf, sumUpPoints } from '@tribune/domain/players/form.ts'
import { count, ordinal } from '@tribune/french/format/numbers.ts'
import { outcome as outcomes } from '@tribune/french/sentences/outcome.ts'
import { chart as words } from '@tribune/french/sentences/player.ts'
import type { ReactNode } from 'react'
import { CHART_METALS } from '../../ui/chart-metals.ts'

/** Explains the shapes that are drawn. */
export function ChartLegend({ matches }: { readonly matches: readonly PlayerMatch[] }) {
  const drawn = new Set(matches.map((match) => outcomeOf(match)))
  const { average } = sumUpPoints(matches)
  const ranks = new Set(matches.map(({ rank }) => rank))
  return (
    <ul aria-hidden="true" className="flex min-h-[3em] flex-wrap content-start gap-x-4 gap-y-1 text-sm text-quiet">
      {POSITIONS.filter((place) => ranks.has(place)).map((place) => (
        <Entry key={place} sample={<span className={`size-3 rounded-[3px] border ${CHART_METALS[place].sample}`} />}>
          {words.place(ordinal(place))}
        </Entry>
      ))}
      {average > 0 && (
        <Entry sample={<span className="w-4 border-t-2 border-dotted border-quiet" />}>
          {words.average(count(average))}
        </Entry>
      )}
      {drawn.has('absent') && (
        <Entry sample={<span className="size-2 rounded-full border border-edge" />}>{outcomes.absent}</Entry>
      )}
      {drawn.has('pending') && (
        <Entry sample={<span className="size-3 rounded-[3px] border border-dashed border-edge" />}>
          {outcomes.pending}
        </Entry>
      )}
    </ul>
  )
}

function Entry({ sample, children }: { readonly sample: ReactNode; readonly children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      {sample}
      {children}
    </li>
  )
}
