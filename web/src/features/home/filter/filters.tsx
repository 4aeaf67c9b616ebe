import type { HomeFixture } from '@tribune/contract/matches.ts'
import { filterHome } from '@tribune/domain/home/home-list.ts'
import { dayKey } from '@tribune/french/format/days.ts'
import { filters } from '@tribune/french/sentences/home.ts'
import { ChevronDown } from 'lucide'
import { lazy, memo, Suspense, useEffect, useMemo, useRef } from 'react'
import { useFilter } from '../../../data/home-filter.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Crest } from '../../../ui/picture.tsx'
import { homeParts } from '../fetch-parts.ts'
import { type ListedCompetition, topCompetitions } from './competition-rows.ts'
import { DayButtons, DayPanel } from './day-filter.tsx'
import { type Fold, useFold } from './use-fold.ts'

const CompetitionChoices = lazy(async () => ({
  default: (await homeParts()).CompetitionChoices,
}))

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

interface CompetitionButtonProps {
  readonly fold: Fold
  readonly chosen: readonly ListedCompetition[]
}

/** « Top compétitions », or the selected ones: crest and name of the first, and the number of others. */
function CompetitionButton({ fold, chosen: [first, ...others] }: CompetitionButtonProps) {
  return (
    <button
      {...fold.button}
      type="button"
      data-chosen={first && ''}
      className="target flex grow items-center gap-2 rounded-card border border-line bg-surface px-3 text-sm font-semibold whitespace-nowrap focus-visible:-outline-offset-3 @xs:shrink-0 data-chosen:border-text"
    >
      {first === undefined ? (
        filters.title
      ) : (
        <>
          <span className="sr-only">{filters.title}</span>
          <Crest name={first.name} id={first.id} src={first.logo} size={24} />
          <span className="max-w-36 truncate">{filters.chosen(first.name, others.length)}</span>
        </>
      )}
      <Icon of={ChevronDown} size={20} className={`ml-auto shrink-0 ${fold.open ? 'rotate-180' : ''}`} />
    </button>
  )
}

interface CompetitionPanelProps {
  readonly fold: Fold
  readonly competitions: readonly ListedCompetition[]
  readonly chosen: readonly number[]
}

function CompetitionPanel({ fold, competitions, chosen }: CompetitionPanelProps) {
  return (
    <div {...fold.panel} className="basis-full rounded-card border border-line bg-surface">
      <ul aria-label={filters.competitions} className="max-h-[min(35vh,420px)] overflow-y-auto overscroll-contain p-2">
        {fold.open && (
          <Suspense>
            <CompetitionChoices competitions={competitions} chosen={chosen} />
          </Suspense>
        )}
      </ul>
      <div className="border-t border-line p-2">
        <Button className="w-full" onClick={fold.fold}>
          {filters.showMatches}
        </Button>
      </div>
    </div>
  )
}
