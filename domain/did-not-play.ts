import { groupBy } from './group.ts'

/** Players of a side on the pitch: once as many have minutes, one who has none has not played. */
export const FULL_SIDE = 11

/** A player as one reading of the team sheets lists them. `minutes` is `null` where the reading has none. */
export interface ReadPlayer {
  readonly player_id: number
  readonly team_id: number
  readonly minutes: number | null
}

/** A player of whom the latest readings say that they have not played. */
export interface Absence {
  readonly player_id: number
  readonly team_id: number
  /** The first of the readings that agree. */
  readonly since: Date
  /** The second of them: from then on the player did not play; `null` until then. */
  readonly confirmed_at: Date | null
}

/** The readings of a match before this one. */
interface Earlier {
  readonly absences: readonly Absence[]
  /** Players of the stored lineup. */
  readonly lineup: readonly Pick<ReadPlayer, 'player_id' | 'team_id'>[]
}

/**
 * Returns the players of a match that has begun who have not played by a reading at `readAt` and, each confirmed or not, by the one before it
 * (decisions, "Matches and data": two readings agree). A reading says so by minutes of 0, by a sheet of their side without them, or by no minutes
 * while eleven of their side have some; a reading that says anything else ends it. A side that the reading leaves out stays as it was. Of a player
 * with one of our own ids (negative) missing minutes say nothing: the feed may have them in a row without a name.
 */
export function nextAbsences(earlier: Earlier, reading: readonly ReadPlayer[], readAt: Date): Absence[] {
  const before = new Map(earlier.absences.map((absence) => [absence.player_id, absence]))
  const sides = groupBy(reading, ({ team_id }) => team_id)
  const isFull = (teamId: number) =>
    (sides.get(teamId)?.filter(({ minutes }) => (minutes ?? 0) > 0).length ?? 0) >= FULL_SIDE
  const listed = new Set(reading.map(({ player_id }) => player_id))
  const known = new Map([...earlier.lineup, ...earlier.absences].map((player) => [player.player_id, player.team_id]))
  const unlisted = [...known].filter(([id]) => !listed.has(id)).map(([player_id, team_id]) => ({ player_id, team_id }))
  const left = unlisted.filter(({ team_id }) => sides.has(team_id))
  const isIdle = ({ player_id, team_id, minutes }: ReadPlayer) =>
    minutes === 0 || (minutes === null && player_id > 0 && isFull(team_id))
  const unread = earlier.absences.filter(({ player_id, team_id }) => !listed.has(player_id) && !sides.has(team_id))
  return [
    ...unread,
    ...[...left, ...reading.filter(isIdle)].map((player) => seenAgain(player, before.get(player.player_id), readAt)),
  ]
}

function seenAgain(
  { player_id, team_id }: Pick<ReadPlayer, 'player_id' | 'team_id'>,
  before: Absence | undefined,
  readAt: Date,
) {
  if (before === undefined) return { player_id, team_id, since: readAt, confirmed_at: null }
  const confirmed_at = before.confirmed_at ?? (readAt > before.since ? readAt : null)
  return { player_id, team_id, since: before.since, confirmed_at }
}

/**
 * Returns the minutes to store of a player after a reading: 0 once they are known not to have played. A single reading takes back no minutes
 * that an earlier one had, and one without minutes leaves the stored ones.
 */
export function minutesAfter(read: number | null, stored: number | null, absence: Absence | undefined): number | null {
  if (absence === undefined) return read ?? stored
  if (absence.confirmed_at !== null) return 0
  return (stored ?? 0) > 0 ? stored : (read ?? stored)
}
