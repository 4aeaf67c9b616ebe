import type { LineupPlayer } from '@tribune/contract/matches.ts'
import { POSITIONS, type PodiumPick, type Position } from '@tribune/domain/ballots/podium.ts'
import { ordinal } from '@tribune/french/format/numbers.ts'
import { podium as words } from '@tribune/french/sentences/match.ts'
import { type ReactNode, type Ref, type RefObject, useLayoutEffect, useRef } from 'react'
import { prefersReducedMotion } from '../../../lib/device/platform.ts'
import { useMedia, useOnline } from '../../../lib/device/use-platform.ts'
import { useDock } from '../../../ui/use-root-length.ts'
import { HighPodium, type Holders, LowPodium } from './podium-slots.tsx'
import { isUnknown, SaveLine, type ShownBallot } from './save-line.tsx'

/** How long a pick flies to its step, and how long the step then takes to show its number, in milliseconds. */
const FLIGHT_MS = 320

const RISE_MS = 200
const EASING = 'cubic-bezier(0.2, 0.8, 0.2, 1)'

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

/** The bar, drawn from its props alone. */
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

interface SpokenPodiumProps {
  readonly holders: Holders
  /** Whether the fan has changed something; nothing is announced before. */
  readonly changed: boolean
}

/** Announces the podium after each change, because screen readers do not notice what the podium shows. */
export function SpokenPodium({ holders, changed }: SpokenPodiumProps) {
  return (
    <p role="status" className="sr-only">
      {changed ? sentence(holders) : ''}
    </p>
  )
}

function sentence(holders: Holders): string {
  const places = POSITIONS.flatMap((place) => {
    const name = holders[place]?.player_name
    return name === undefined ? [] : [`${ordinal(place)} ${name}`]
  })
  return places.length === 0 ? words.spokenEmpty : words.spoken(places.join(', '))
}

/**
 * Lets each pick that the fan makes fly from its row, or from the place it leaves, to its step, which rises and takes its number. Moves only what the
 * compositor can move alone. Does nothing for fans who prefer less motion: the pick is simply there.
 *
 * @param podium The element that shows the three places.
 * @param moves The fan has changed something: a ballot that is read does not fly.
 */
function usePickFlight(podium: RefObject<HTMLElement | null>, holders: Holders, moves: boolean): void {
  const before = useRef(holders)
  useLayoutEffect(() => {
    const left = before.current
    before.current = holders
    if (!moves || podium.current === null || prefersReducedMotion()) return
    for (const place of POSITIONS) {
      const id = holders[place]?.player_id
      if (id === undefined || id === left[place]?.player_id) continue
      const from = POSITIONS.find((other) => left[other]?.player_id === id)
      const source = from === undefined ? document.querySelector(`[data-player="${id}"]`) : slotOf(podium.current, from)
      fly(podium.current, place, faceOf(source))
    }
  }, [podium, holders, moves])
}

const slotOf = (podium: Element, place: Position) => podium.querySelector(`[data-place="${place}"]`)

const faceOf = (element: Element | null) => element?.querySelector('[data-kind=face]') ?? null

function fly(podium: Element, place: Position, source: Element | null): void {
  const face = faceOf(slotOf(podium, place))
  if (face === null || source === null) return
  const [start, end] = [source.getBoundingClientRect(), face.getBoundingClientRect()]
  // A row that is not drawn, because it is far from the screen, has no face to start from.
  if (start.width === 0 || end.width === 0) return
  const across = start.left + start.width / 2 - end.left - end.width / 2
  const down = start.top + start.height / 2 - end.top - end.height / 2
  const takeOff = `translate(${across}px, ${down}px) scale(${start.width / end.width})`
  face.animate({ transform: [takeOff, 'none'] }, { duration: FLIGHT_MS, easing: EASING })
  const rising = { transform: ['translateY(16px)', 'none'], opacity: [0, 1] }
  const timing = { duration: RISE_MS, delay: FLIGHT_MS / 2, easing: EASING, fill: 'backwards' } as const
  for (const part of podium.querySelectorAll(`[data-rises="${place}"]`)) part.animate(rising, timing)
}
