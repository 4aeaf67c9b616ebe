import { count, plural } from '@tribune/french/format/numbers.ts'
import { nouns } from '@tribune/french/sentences/app.ts'
import { filters } from '@tribune/french/sentences/home.ts'
import { Check } from 'lucide'
import type { ReactNode } from 'react'
import { changeFilter, toggleCompetition } from '../../../data/home-filter.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Crest } from '../../../ui/picture.tsx'
import { FollowButton } from '../../follows/follow-button.tsx'
import type { ListedCompetition } from './competition-rows.ts'

interface CompetitionChoicesProps {
  readonly competitions: readonly ListedCompetition[]
  /** Ids of the selected competitions; empty for all. */
  readonly chosen: readonly number[]
}

/** Selects all competitions of the list, or any of them. */
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
    <Choice
      pressed={pressed}
      onPress={() => toggleCompetition(id)}
      beside={<FollowButton target={{ kind: 'competition', id, name, picture: logo }} />}
    >
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
  /** The star of a competition, next to the choice. */
  readonly beside?: ReactNode
  readonly children: ReactNode
}

function Choice({ pressed, onPress, beside, children }: ChoiceProps) {
  return (
    <li className="flex">
      <button
        type="button"
        aria-pressed={pressed}
        onClick={onPress}
        className="target flex min-w-0 flex-1 items-center gap-3 rounded-inner px-2 text-left hover:bg-raised aria-pressed:font-bold"
      >
        {children}
        <Icon of={Check} size={18} className={pressed ? '' : 'invisible'} />
      </button>
      {beside}
    </li>
  )
}
