import type { LineupPlayer } from '@tribune/contract/matches.ts'
import { POSITIONS, type Podium, type PodiumPick, type Position } from '@tribune/domain/ballots/podium.ts'
import { familyNamesAmong } from '@tribune/french/format/names.ts'
import { ordinal } from '@tribune/french/format/numbers.ts'
import { podium as words } from '@tribune/french/sentences/match.ts'
import { PlaceBadge } from '../../../ui/badge.tsx'
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

/** Rows of the drawing, low enough for a bar: the bottom one carries all three places, the top one the first alone. */
const ROWS = [
  { place: 3, metal: 'var(--bronze-step)', path: 'M0 25Q150 29 300 25V35Q150 39 0 35Z' },
  { place: 2, metal: 'var(--silver-step)', path: 'M0 13Q100 15.7 200 14.6V24.6Q100 25.7 0 23Z' },
  { place: 1, metal: 'var(--gold-step)', path: 'M100 2.7Q150 3.2 200 2.7V12.7Q150 13.2 100 12.7Z' },
] as const

const COLUMNS: Readonly<Record<Position, string>> = {
  1: 'order-2 short:order-none pb-[35px] low:pb-[23px] short:pb-0',
  2: 'order-1 short:order-none pb-[24px] low:pb-[16px] short:pb-0',
  3: 'order-3 short:order-none pb-[12px] low:pb-[8px] short:pb-0',
}

/** The podium as a bar, with faces and names on three low steps. */
export function LowPodium(slots: PodiumSlotsProps) {
  return (
    <div className="relative mx-auto max-w-[560px] short:mx-0 short:max-w-none short:flex-[2] short:max-[639px]:flex-none">
      <svg
        viewBox="0 0 300 38"
        preserveAspectRatio="none"
        className="absolute inset-x-0 bottom-0 h-[38px] w-full low:h-[25px] short:hidden"
        aria-hidden="true"
      >
        {ROWS.map(({ place, metal, path }) => (
          <path key={place} d={path} fill={slots.holders[place] === undefined ? 'var(--line)' : metal} />
        ))}
      </svg>
      <ol aria-label={words.title} className="relative grid grid-cols-3 items-end short:gap-2">
        {POSITIONS.map((place) => (
          <li key={place} className={`min-w-0 ${COLUMNS[place]}`}>
            <Slot {...slots} place={place} faceSize={32} />
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
    content: <Slot {...slots} place={place} faceSize={48} />,
  })
  return <PodiumSteps label={words.title} steps={{ 1: step(1), 2: step(2), 3: step(3) }} />
}

interface SlotProps extends PodiumSlotsProps {
  readonly place: Position
  readonly faceSize: number
}

function Slot({ place, holders, struck, onFree, unknown, onChoose, faceSize }: SlotProps) {
  const player = holders[place]
  const gone = struck.find(({ position }) => position === place)
  const short = familyNamesAmong([...Object.values(holders), ...struck].flatMap((shown) => shown?.player_name ?? []))
  const shape =
    'flex min-h-11 w-full min-w-0 flex-col items-center justify-end gap-0.5 px-1 pb-0.5 short:flex-row short:justify-start short:gap-2 short:pb-0 low:min-h-8 low:flex-row low:items-center low:justify-center low:gap-1.5 short:max-[639px]:gap-1 short:max-[639px]:px-0'
  if (gone !== undefined) {
    const name = gone.player_name ?? words.struck
    return (
      <button type="button" onClick={() => onFree(gone)} className={`rounded-inner ${shape}`}>
        <EmptyFace place={place} size={faceSize} />
        <bdi
          aria-hidden="true"
          className="max-w-full truncate text-sm leading-4 text-warn line-through short:max-[639px]:hidden"
        >
          {short(name)}
        </bdi>
        <span className="sr-only">{(gone.absent ? words.absentSlot : words.struckSlot)(ordinal(place), name)}</span>
      </button>
    )
  }
  if (player === undefined) {
    return (
      <div className={shape}>
        <EmptyFace place={place} size={faceSize} />
        <Free place={place} unknown={unknown} />
      </div>
    )
  }
  return (
    <button
      type="button"
      aria-label={words.slot(ordinal(place), player.player_name)}
      onClick={() => onChoose(player)}
      className={`appear rounded-inner ${shape}`}
    >
      <span aria-hidden="true" className="hidden short:block">
        <PlaceBadge place={place} label="" size="sm" />
      </span>
      <Face name={player.player_name} id={player.player_id} src={player.photo_url} size={faceSize} />
      <bdi className="max-w-full truncate text-sm leading-4 font-bold short:max-[639px]:hidden">
        {short(player.player_name)}
      </bdi>
    </button>
  )
}

function Free({ place, unknown }: Pick<SlotProps, 'place' | 'unknown'>) {
  return (
    <>
      <span aria-hidden="true" className="text-sm leading-4 text-quiet short:max-[639px]:hidden">
        {unknown ? words.unknown : words.free}
      </span>
      <span className="sr-only">{unknown ? ordinal(place) : words.freeSlot(ordinal(place))}</span>
    </>
  )
}

/** The number of a place without a face. */
function EmptyFace({ place, size }: { readonly place: Position; readonly size: number }) {
  return (
    <span
      aria-hidden="true"
      className="figures inline-flex items-center justify-center rounded-inner border border-dashed border-edge text-lg font-extrabold text-quiet"
      style={{ width: size, height: size }}
    >
      {place}
    </span>
  )
}
