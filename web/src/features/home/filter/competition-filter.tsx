import { filters } from '@tribune/french/sentences/home.ts'
import { ChevronDown } from 'lucide'
import { lazy, Suspense } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Crest } from '../../../ui/picture.tsx'
import { homeParts } from '../fetch-parts.ts'
import type { ListedCompetition } from './competition-rows.ts'
import type { Fold } from './use-fold.ts'

const CompetitionChoices = lazy(async () => ({
  default: (await homeParts()).CompetitionChoices,
}))

interface CompetitionButtonProps {
  readonly fold: Fold
  readonly chosen: readonly ListedCompetition[]
}

/** « Top compétitions », or the selected ones: crest and name of the first, and the number of others. */
export function CompetitionButton({ fold, chosen: [first, ...others] }: CompetitionButtonProps) {
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

export function CompetitionPanel({ fold, competitions, chosen }: CompetitionPanelProps) {
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
