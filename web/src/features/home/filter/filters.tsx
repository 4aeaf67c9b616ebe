import type { HomeFixture } from '@tribune/contract/matches.ts'
import { filterHome } from '@tribune/domain/home/home-list.ts'
import { dayKey } from '@tribune/french/format/days.ts'
import { memo, useEffect, useMemo, useRef } from 'react'
import { useFilter } from '../../../data/home-filter.ts'
import { CompetitionButton, CompetitionPanel } from './competition-filter.tsx'
import { topCompetitions } from './competition-rows.ts'
import { DayButtons, DayPanel } from './day-filter.tsx'
import { useFold } from './use-fold.ts'

interface FiltersProps {
  readonly matches: readonly HomeFixture[]
  readonly now: Date
}

/** The filters in one row, which scrolls where it is too long, and takes lines where even the days have no room; below it what they open. */
export const Filters = memo(function Filters({ matches, now }: FiltersProps) {
  const { competitionIds, day, text } = useFilter()
  const [days, choice] = [useFold(text), useFold(text)]
  // Folded and without a selection, it shows nothing of the list.
  const needsList = choice.open || competitionIds.length > 0
  const competitions = useMemo(
    () => (needsList ? topCompetitions(matches, new Set(filterHome(matches, { day }, now, dayKey))) : []),
    [needsList, matches, day, now],
  )
  const chosen = competitions.filter(({ id }) => competitionIds.includes(id))
  const row = useRef<HTMLDivElement>(null)
  const isChosen = chosen.length > 0
  useEffect(() => {
    if (isChosen) row.current?.scrollTo(row.current.scrollWidth, 0)
  }, [isChosen])
  return (
    <>
      <div
        ref={row}
        className="flex min-w-0 flex-wrap gap-2 @xs:-mr-4 @xs:flex-nowrap @xs:scroll-px-4 @xs:overflow-x-auto @xs:pr-4 @xs:[scrollbar-width:none]"
      >
        <DayButtons fold={days} today={dayKey(now)} />
        <CompetitionButton fold={choice} chosen={chosen} />
      </div>
      <DayPanel fold={days} matches={matches} now={now} />
      <CompetitionPanel
        fold={choice}
        competitions={competitions.filter(({ id, matches: shown }) => shown > 0 || competitionIds.includes(id))}
        chosen={competitionIds}
      />
    </>
  )
})
