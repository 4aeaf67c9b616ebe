import type { EventType } from '@tribune/domain/matches/events.ts'
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
