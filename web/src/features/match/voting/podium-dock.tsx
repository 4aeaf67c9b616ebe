import type { LineupPlayer } from '@tribune/contract/matches.ts'
import type { PodiumPick } from '@tribune/domain/ballots/podium.ts'
import { podium as words } from '@tribune/french/sentences/match.ts'
import { type ReactNode, type Ref, useRef } from 'react'
import { useOnline } from '../../../lib/device/use-platform.ts'
import { useDock } from '../../../ui/use-root-length.ts'
import { HighPodium, type Holders, LowPodium } from './podium-slots.tsx'
import { isUnknown, SaveLine, type ShownBallot } from './save-line.tsx'

interface PodiumProps {
  readonly ballot: ShownBallot
  readonly holders: Holders
  readonly onChoose: (player: LineupPlayer) => void
  /** Offer to a fan who has voted. */
  readonly offer?: ReactNode
}

/** The fan's podium on a phone: a bar above the navigation, always in view. */
export function PodiumDock(podium: PodiumProps) {
  const bar = useRef<HTMLElement>(null)
  useDock(bar)
  return <PodiumBar {...podium} ref={bar} label={words.title} online={useOnline()} />
}

interface PodiumBarProps extends PodiumProps {
  readonly ref?: Ref<HTMLElement>
  readonly label: string
  readonly online: boolean
}

/** The bar, drawn from what it shows. */
export function PodiumBar({ ref, label, ballot, online, offer, ...slots }: PodiumBarProps) {
  return (
    <section
      ref={ref}
      aria-label={label}
      className="gutter fixed inset-x-0 bottom-(--nav) z-20 border-t border-edge bg-surface pb-1 low:pb-0 short:flex short:items-center short:gap-4 short:pb-0"
    >
      <div role="status">{offer}</div>
      <SaveLine ballot={ballot} online={online} />
      <LowPodium {...slots} {...struckOf(ballot)} unknown={isUnknown(ballot)} />
    </section>
  )
}

/** The fan's podium on a wide screen: a card under the match. */
export function PodiumCard({ ballot, offer, ...slots }: PodiumProps) {
  return (
    <section className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <h2 className="text-lg">{words.title}</h2>
      <HighPodium {...slots} {...struckOf(ballot)} unknown={isUnknown(ballot)} />
      <div role="status" className="empty:hidden">
        {offer}
      </div>
      <SaveLine ballot={ballot} online={useOnline()} />
    </section>
  )
}

/** The struck picks of a ballot: a tap on one frees its place. */
function struckOf({ struck, pick }: ShownBallot) {
  return { struck, onFree: ({ player_id, position }: PodiumPick) => pick({ playerId: player_id, position }) }
}
