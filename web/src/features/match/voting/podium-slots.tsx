import type { LineupPlayer } from '@tribune/contract/matches.ts'
import { POSITIONS, type Podium, type PodiumPick, type Position } from '@tribune/domain/ballots/podium.ts'
import { familyNamesAmong } from '@tribune/french/format/names.ts'
import { ordinal } from '@tribune/french/format/numbers.ts'
import { podium as words } from '@tribune/french/sentences/match.ts'
import { Face } from '../../../ui/picture.tsx'
import { PodiumSteps } from '../../../ui/podium-steps.tsx'

/** The player in each place, if known, and not struck. */
export type Holders = Readonly<Record<Position, LineupPlayer | undefined>>

export function holdersOf(podium: Podium, players: readonly LineupPlayer[]): Holders {
  const holder = (place: Position) => {
    const id = podium.find(({ position }) => position === place)?.player_id
    return players.find(({ player_id, did_play }) => player_id === id && did_play !== false)
  }
  return { 1: holder(1), 2: holder(2), 3: holder(3) }
}

/** A pick of a player who has left the lineup or, `absent`, did not play. */
export interface StruckPick extends PodiumPick {
  readonly absent: boolean
}

interface PodiumSlotsProps {
  readonly holders: Holders
  readonly struck: readonly StruckPick[]
  /** Called for a tap on one of these, to clear its place. */
  readonly onFree: (pick: StruckPick) => void
  /** Whether the places may be taken without the screen knowing by whom. */
  readonly unknown?: boolean | undefined
  /** Called for a tap on a player, to move them or to clear their place. */
  readonly onChoose: (player: LineupPlayer) => void
}

/** Rows of the drawing, each high enough for a name: the bottom one carries all three places, the top one the first alone. */
const ROWS = [
  { place: 3, metal: 'var(--bronze-step)', path: 'M0 40Q150 44 300 40V58Q150 62 0 58Z' },
  { place: 2, metal: 'var(--silver-step)', path: 'M0 20Q100 22.7 200 21.6V39.6Q100 40.7 0 38Z' },
  { place: 1, metal: 'var(--gold-step)', path: 'M100 1.7Q150 2.2 200 1.7V19.7Q150 20.2 100 19.7Z' },
] as const

/** The name of each place stands on its row. The drawing grows with the text. */
const COLUMNS: Readonly<Record<Position, string>> = {
  1: 'order-2 pb-[2.5rem]',
  2: 'order-1 pb-[1.3rem]',
  3: 'order-3 pb-[0.1rem]',
}

/** The podium as a bar: faces on three low steps, which carry their names. With the keyboard open, one line. */
export function LowPodium(slots: PodiumSlotsProps) {
  return (
    <div className="relative mx-auto w-full max-w-[560px] flat:m-0 flat:w-40 flat:shrink-0">
      {/* A drawing for each row: the browser moves whole elements without drawing them again. */}
      {ROWS.map(({ place, metal, path }) => (
        <svg
          key={place}
          data-rises={place}
          viewBox="0 0 300 60"
          preserveAspectRatio="none"
          className="absolute inset-x-0 bottom-0 h-[3.75rem] w-full flat:hidden"
          aria-hidden="true"
        >
          <path d={path} fill={slots.holders[place] === undefined ? 'var(--line)' : metal} />
        </svg>
      ))}
      <ol aria-label={words.title} className="relative grid grid-cols-3 items-end">
        {POSITIONS.map((place) => (
          <li key={place} data-place={place} className={`min-w-0 flat:order-none flat:p-0 ${COLUMNS[place]}`}>
            <Slot {...slots} place={place} low />
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The podium at full size, for a column of its own. */
export function HighPodium(slots: PodiumSlotsProps) {
  const step = (place: Position) => ({
    lit: slots.holders[place] !== undefined,
    content: <Slot {...slots} place={place} />,
  })
  return <PodiumSteps label={words.title} steps={{ 1: step(1), 2: step(2), 3: step(3) }} />
}

interface SlotProps extends PodiumSlotsProps {
  readonly place: Position
  /** The name stands on the step, with the number, and not above it. */
  readonly low?: boolean
}

/** Side of a face in pixels: on the steps of a bar, lower on a screen of little height, and on those of a card. */
const LOW_FACE = { size: 48, className: 'low:[--side:36px]! short:[--side:36px]!' }
const HIGH_FACE = { size: 64 }

function Slot({ place, holders, struck, onFree, unknown, onChoose, low = false }: SlotProps) {
  const player = holders[place]
  const gone = struck.find(({ position }) => position === place)
  const short = familyNamesAmong([...Object.values(holders), ...struck].flatMap((shown) => shown?.player_name ?? []))
  const shape = `flex w-full min-w-0 flex-col items-center justify-end ${low ? 'gap-0.5' : 'min-h-11 gap-1 px-1 pb-0.5'}`
  const label = (ink: string, text: string, line = '') => (
    <span
      aria-hidden="true"
      data-rises={place}
      className={`flex max-w-full items-baseline justify-center gap-1 px-1 text-sm font-bold ${low ? `h-[1.125rem] leading-[1.125rem] flat:hidden ${ink}` : 'leading-[1.2]'}`}
    >
      {low && player !== undefined && <span className="figures text-base leading-none font-extrabold">{place}</span>}
      <bdi className={`truncate ${line}`}>{text}</bdi>
    </span>
  )
  if (gone !== undefined) {
    const name = gone.player_name ?? words.struck
    return (
      <button type="button" onClick={() => onFree(gone)} className={`rounded-inner ${shape}`}>
        <EmptyFace place={place} low={low} />
        {label('', short(name), 'text-warn line-through')}
        <span className="sr-only">{(gone.absent ? words.absentSlot : words.struckSlot)(ordinal(place), name)}</span>
      </button>
    )
  }
  if (player === undefined) {
    return (
      <div className={shape}>
        <EmptyFace place={place} low={low} />
        {label('', unknown ? words.unknown : words.free, 'font-normal text-quiet')}
        <span className="sr-only">{unknown ? ordinal(place) : words.freeSlot(ordinal(place))}</span>
      </div>
    )
  }
  return (
    <button type="button" onClick={() => onChoose(player)} className={`appear rounded-inner ${shape}`}>
      <Face name={player.player_name} id={player.player_id} src={player.photo_url} {...(low ? LOW_FACE : HIGH_FACE)} />
      {label('text-on-step', short(player.player_name))}
      <span className="sr-only">{words.slot(ordinal(place), player.player_name)}</span>
    </button>
  )
}

/** The number of a place without a face. */
function EmptyFace({ place, low }: { readonly place: Position; readonly low: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`figures inline-flex items-center justify-center rounded-inner border border-dashed border-edge font-extrabold text-quiet ${low ? 'size-12 text-xl low:size-9 short:size-9' : 'size-16 text-2xl'}`}
    >
      {place}
    </span>
  )
}
