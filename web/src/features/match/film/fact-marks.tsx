import type { PlayerFacts } from '@tribune/domain/matches/events.ts'
import { count } from '@tribune/french/format/numbers.ts'
import { film as words } from '@tribune/french/sentences/match.ts'
import type { ReactNode } from 'react'
import { EventIcon, PassIcon } from './event-icons.tsx'

const SIZE = 15

/** A player's goals, passes and cards as icons; `spokenFacts` has them in words. */
export function FactMarks({ facts }: { readonly facts: PlayerFacts | undefined }): ReactNode {
  if (facts === undefined) return null
  const { goals, ownGoals, assists, missedPenalties, yellow, red } = facts
  return (
    <span aria-hidden="true" className="flex shrink-0 items-center gap-1.5 empty:hidden">
      {goals > 0 && <Mark icon={<EventIcon type="goal" size={SIZE} />} times={goals} />}
      {ownGoals > 0 && (
        <Mark icon={<EventIcon type="own_goal" size={SIZE} />} times={ownGoals} note={words.ownGoalShort} />
      )}
      {assists > 0 && <Mark icon={<PassIcon size={SIZE} />} times={assists} />}
      {missedPenalties > 0 && <Mark icon={<EventIcon type="missed_penalty" size={SIZE} />} times={missedPenalties} />}
      {(yellow || red) && <EventIcon type={red ? (yellow ? 'second_yellow' : 'red') : 'yellow'} size={SIZE} />}
    </span>
  )
}

interface MarkProps {
  readonly icon: ReactNode
  readonly times: number
  readonly note?: string
}

function Mark({ icon, times, note }: MarkProps) {
  return (
    <span className="figures flex items-center gap-0.5 text-sm leading-4 font-bold">
      {icon}
      {note}
      {times > 1 && `×${count(times)}`}
    </span>
  )
}
