import type { EventType, PlayerFacts } from '@tribune/domain/matches/events.ts'
import { count } from '@tribune/french/format/numbers.ts'
import { film as words } from '@tribune/french/sentences/match.ts'
import { Circle, CircleX, Footprints, type IconNode, ScanEye } from 'lucide'
import type { ReactNode } from 'react'
import { Icon } from '../../../ui/icon.tsx'

/** A football. */
const BALL: IconNode = [
  ['circle', { cx: 12, cy: 12, r: 10 }],
  [
    'path',
    {
      d: 'm12 7 4.8 3.5-1.9 5.6H9.1l-1.9-5.6ZM12 7V2.2m4.8 8.3 4.5-1.5m-6.4 7.1 2.8 3.9m-8.6-3.9-2.8 3.9M7.2 10.5 2.7 9',
    },
  ],
]

const ICONS: Partial<Record<EventType, IconNode>> = {
  goal: BALL,
  penalty: BALL,
  own_goal: BALL,
  kick: BALL,
  missed_penalty: CircleX,
  missed_kick: CircleX,
  annulled_goal: ScanEye,
  review: ScanEye,
}

const SIZE = 15

interface IconProps {
  readonly type: EventType
  readonly size: number
}

/** The decorative icon of an event; a circle for one that is unknown. */
export function EventIcon({ type, size }: IconProps): ReactNode {
  if (type === 'yellow') return <Card size={size} red={false} />
  if (type === 'red') return <Card size={size} red />
  if (type === 'second_yellow') {
    return (
      <span aria-hidden="true" className="flex shrink-0">
        <Card size={size} red={false} />
        <span className="-ml-1.5 flex">
          <Card size={size} red />
        </span>
      </span>
    )
  }
  return (
    <Icon of={ICONS[type] ?? Circle} size={size} className={`shrink-0 ${type === 'own_goal' ? 'text-live' : ''}`} />
  )
}

/** The decorative icon of a pass to a goal. */
export function PassIcon({ size }: Pick<IconProps, 'size'>): ReactNode {
  return <Icon of={Footprints} size={size} className="shrink-0" />
}

function Card({ size, red }: Pick<IconProps, 'size'> & { readonly red: boolean }) {
  return (
    <span
      aria-hidden="true"
      style={{ height: size, width: Math.round(size * 0.7) }}
      className={`inline-block shrink-0 rounded-[2px] border forced-color-adjust-none ${red ? 'border-live bg-live' : 'border-edge bg-gold-step'}`}
    />
  )
}

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
