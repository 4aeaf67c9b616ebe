import type { LineupPlayer } from '@tribune/contract/matches.ts'
import type { PodiumPick } from '@tribune/domain/ballots/podium.ts'
import { podium as words } from '@tribune/french/sentences/match.ts'
import { type ReactNode, type Ref, useRef } from 'react'
import { useMedia, useOnline } from '../../../lib/device/use-platform.ts'
import { useDock } from '../../../ui/use-root-length.ts'
import { HighPodium, type Holders, LowPodium } from './podium-slots.tsx'
import { isUnknown, SaveLine, type ShownBallot } from './save-line.tsx'
import { usePickFlight } from './use-pick-flight.ts'

interface PodiumProps {
  readonly ballot: ShownBallot
  readonly holders: Holders
  readonly onChoose: (player: LineupPlayer) => void
  /** Offer to a fan who has voted. */
  readonly offer?: ReactNode
  /** When the vote ends, if that is known. */
  readonly closing?: Date | null
  /** Shares the podium of a fan who has voted. */
  readonly onShare?: (() => void) | undefined
}

/** The fan's podium on a phone: a bar above the navigation, always in view. */
export function PodiumDock(podium: PodiumProps) {
  const bar = useRef<HTMLElement>(null)
  useDock(bar)
  usePickFlight(bar, podium.holders, podium.ballot.canUndo)
  return <PodiumBar {...podium} ref={bar} label={words.title} online={useOnline()} />
}

interface PodiumBarProps extends PodiumProps {
  readonly ref?: Ref<HTMLElement>
  readonly label: string
  readonly online: boolean
}

/** The bar, drawn from what it shows. */
export function PodiumBar({ ref, label, ballot, online, offer, closing, onShare, ...slots }: PodiumBarProps) {
  return (
    <section
      ref={ref}
      aria-label={label}
      className="gutter fixed inset-x-0 bottom-(--nav) z-20 border-t border-edge bg-surface pt-1 pb-1.5 flat:flex flat:items-center flat:gap-2 flat:py-0"
    >
      <div role="status">{offer}</div>
      <SaveLine ballot={ballot} online={online} closing={closing} onShare={onShare} />
      <LowPodium {...slots} {...struckOf(ballot)} unknown={isUnknown(ballot)} />
    </section>
  )
}

interface PodiumCardProps extends PodiumProps {
  /** Names the region, unless several cards are shown. */
  readonly label?: string
}

/** The fan's podium next to the list: a card under the match, as low as the bar on a phone in landscape. */
export function PodiumCard({ label, ballot, offer, closing, onShare, ...slots }: PodiumCardProps) {
  const card = useRef<HTMLElement>(null)
  usePickFlight(card, slots.holders, ballot.canUndo)
  const Podium = useMedia('(height <= 480px)') ? LowPodium : HighPodium
  return (
    <section
      ref={card}
      aria-label={label}
      className="flex flex-col gap-2 rounded-card border border-line bg-surface p-4 pt-2 short:gap-0 short:border-0 short:bg-transparent short:p-0"
    >
      <SaveLine ballot={ballot} online={useOnline()} closing={closing} onShare={onShare} />
      <Podium {...slots} {...struckOf(ballot)} unknown={isUnknown(ballot)} />
      <div role="status" className="empty:hidden">
        {offer}
      </div>
    </section>
  )
}

/** The struck picks of a ballot: a tap on one frees its place. */
function struckOf({ struck, pick }: ShownBallot) {
  return { struck, onFree: ({ player_id, position }: PodiumPick) => pick({ playerId: player_id, position }) }
}
