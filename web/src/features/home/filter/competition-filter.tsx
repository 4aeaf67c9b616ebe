import type { HomeFixture } from '@tribune/contract/matches.ts'
import { filterHome } from '@tribune/domain/home-list.ts'
import { ChevronDown } from 'lucide'
import { lazy, memo, Suspense, useMemo } from 'react'
import { filters } from '../../../i18n/fr-home.ts'
import { dayKey } from '../../../lib/format/days.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Crest } from '../../../ui/picture.tsx'
import { useFilter } from './filter-store.ts'
import { useFold } from './use-fold.ts'

const CompetitionChoices = lazy(async () => ({
  default: (await import('./competition-choices.tsx')).CompetitionChoices,
}))

export interface ListedCompetition {
  readonly id: number
  readonly name: string
  readonly logo: string | null
  readonly coefficient: number
  readonly matches: number
}

interface CompetitionFilterProps {
  readonly matches: readonly HomeFixture[]
  readonly now: Date
}

/** « Top compétitions »: folded, it still says which are chosen. */
export const CompetitionFilter = memo(function CompetitionFilter({ matches, now }: CompetitionFilterProps) {
  const { open, fold, button, panel } = useFold()
  const { competitionIds, day } = useFilter()
  // Folded, with none chosen, it tells nothing of the list.
  const isTold = open || competitionIds.length > 0
  const competitions = useMemo(
    () => (isTold ? topCompetitions(matches, new Set(filterHome(matches, { day }, now, dayKey))) : []),
    [isTold, matches, day, now],
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

/** The chosen ones beside the title: crests and the first name. */
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

/** Every competition of the list once, the weightiest first, with how many of its matches are shown. */
function topCompetitions(matches: readonly HomeFixture[], shown: ReadonlySet<HomeFixture>): ListedCompetition[] {
  const once = new Map<number, ListedCompetition>()
  for (const match of matches) {
    const known = once.get(match.competition_id)
    once.set(match.competition_id, {
      id: match.competition_id,
      name: match.competition_name,
      logo: match.competition_logo,
      coefficient: Math.max(known?.coefficient ?? 0, match.competition_coefficient),
      matches: (known?.matches ?? 0) + (shown.has(match) ? 1 : 0),
    })
  }
  return [...once.values()].sort(
    (one, other) => other.coefficient - one.coefficient || one.name.localeCompare(other.name, 'fr'),
  )
}
