import type { HomeFixture } from '@tribune/contract/matches.ts'
import { filterHome } from '@tribune/domain/home/home-list.ts'
import { dayKey } from '@tribune/french/format/days.ts'
import { filters } from '@tribune/french/sentences/home.ts'
import { ChevronDown } from 'lucide'
import { lazy, memo, Suspense, useMemo } from 'react'
import { useFilter } from '../../../data/home-filter.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Crest } from '../../../ui/picture.tsx'
import { homeParts } from '../fetch-parts.ts'
import { type ListedCompetition, topCompetitions } from './competition-rows.ts'
import { useFold } from './use-fold.ts'

const CompetitionChoices = lazy(async () => ({
  default: (await homeParts()).CompetitionChoices,
}))

interface CompetitionFilterProps {
  readonly matches: readonly HomeFixture[]
  readonly now: Date
}

/** « Top compétitions ». Shows the selected competitions even when folded. */
export const CompetitionFilter = memo(function CompetitionFilter({ matches, now }: CompetitionFilterProps) {
  const { competitionIds, day, text } = useFilter()
  const { open, fold, button, panel } = useFold(text)
  // Folded and without a selection, it shows nothing of the list.
  const needsList = open || competitionIds.length > 0
  const competitions = useMemo(
    () => (needsList ? topCompetitions(matches, new Set(filterHome(matches, { day }, now, dayKey))) : []),
    [needsList, matches, day, now],
  )
  const listed = competitions.filter(({ id, matches: shown }) => shown > 0 || competitionIds.includes(id))
  return (
    <div className="rounded-card border border-line bg-surface">
      <button
        {...button}
        type="button"
        className="target flex w-full items-center gap-2 rounded-card px-4 text-left font-semibold"
      >
        <span className="shrink-0">{filters.title}</span>
        <Chosen competitions={competitions.filter(({ id }) => competitionIds.includes(id))} />
        <Icon of={ChevronDown} size={20} className={`ml-auto shrink-0 ${open ? 'rotate-180' : ''}`} />
      </button>
      <div {...panel} className="border-t border-line">
        <ul
          aria-label={filters.competitions}
          className="max-h-[min(35vh,420px)] overflow-y-auto overscroll-contain p-2"
        >
          {open && (
            <Suspense>
              <CompetitionChoices competitions={listed} chosen={competitionIds} />
            </Suspense>
          )}
        </ul>
        <div className="border-t border-line p-2">
          <Button className="w-full" onClick={fold}>
            {filters.showMatches}
          </Button>
        </div>
      </div>
    </div>
  )
})

/** The selected competitions, next to the title: crest and name of the first one, and the number of others. */
function Chosen({ competitions }: { readonly competitions: readonly ListedCompetition[] }) {
  const [first] = competitions
  if (first === undefined) return null
  return (
    <span className="flex min-w-0 items-center gap-2 text-sm font-normal text-quiet">
      <Crest name={first.name} id={first.id} src={first.logo} size={24} />
      <span className="truncate">{filters.chosen(first.name, competitions.length - 1)}</span>
    </span>
  )
}
