import { Check } from 'lucide'
import type { ReactNode } from 'react'
import { nouns } from '../../../i18n/fr.ts'
import { filters } from '../../../i18n/fr-home.ts'
import { count, plural } from '../../../lib/format/numbers.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Crest } from '../../../ui/picture.tsx'
import type { ListedCompetition } from './competition-filter.tsx'
import { changeFilter, toggleCompetition } from './filter-store.ts'

interface CompetitionChoicesProps {
  readonly competitions: readonly ListedCompetition[]
  /** Ids of those whose matches are shown; none: of all. */
  readonly chosen: readonly number[]
}

/** All, or any of the competitions of the list. */
export function CompetitionChoices({ competitions, chosen }: CompetitionChoicesProps) {
  return (
    <>
      <Choice pressed={chosen.length === 0} onPress={() => changeFilter({ competitionIds: [] })}>
        <span className="flex-1">{filters.all}</span>
      </Choice>
      {competitions.map((competition) => (
        <CompetitionChoice key={competition.id} competition={competition} pressed={chosen.includes(competition.id)} />
      ))}
    </>
  )
}

function CompetitionChoice({ competition, pressed }: { competition: ListedCompetition; pressed: boolean }) {
  const { id, name, logo, matches } = competition
  return (
    <Choice pressed={pressed} onPress={() => toggleCompetition(id)}>
      <Crest name={name} id={id} src={logo} size={28} />
      <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
      <span className="figures shrink-0 text-base text-quiet">
        <span aria-hidden="true">{count(matches)}</span>
        <span className="sr-only">{plural(matches, nouns.match)}</span>
      </span>
    </Choice>
  )
}

interface ChoiceProps {
  readonly pressed: boolean
  readonly onPress: () => void
  readonly children: ReactNode
}

function Choice({ pressed, onPress, children }: ChoiceProps) {
  return (
    <li>
      <button
        type="button"
        aria-pressed={pressed}
        onClick={onPress}
        className="target flex w-full items-center gap-3 rounded-inner px-2 text-left hover:bg-raised aria-pressed:font-bold"
      >
        {children}
        <Icon of={Check} size={18} className={pressed ? '' : 'invisible'} />
      </button>
    </li>
  )
}
