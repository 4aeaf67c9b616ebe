import { groupBy } from '../common/lists.ts'

/** Players of a side on the pitch. Once this many have minutes, a player of the side without minutes has not played. */
export const FULL_SIDE = 11

/** A player in one reading of the team sheets. `minutes` is `null` if the reading does not contain them. */
export interface ReadPlayer {
  readonly player_id: number
  readonly team_id: number
  readonly minutes: number | null
}

/** A player who has not played, according to the latest readings. */
export interface Absence {
  readonly player_id: number
  readonly team_id: number
  /** Time of the first reading that shows the absence. */
  readonly since: Date
  /** Time of the second one, which confirms that the player did not play; `null` before it. */
  readonly confirmed_at: Date | null
}

/** Stored results of the earlier readings of a match. */
interface Earlier {
  readonly absences: readonly Absence[]
  /** Players of the stored lineup. */
  readonly lineup: readonly Pick<ReadPlayer, 'player_id' | 'team_id'>[]
}

/**
 * Returns the absences in a match that has begun, after a reading at `readAt`. An absence is confirmed once two readings in a row agree (decisions,
 * "Matches and data"). A reading shows an absence if the player has 0 minutes, is missing from the sheet of their side, or has no minutes while eleven
 * of the side have some. Any other reading of their side ends the absence. If a reading lacks a side, the absences of that side do not change. A
 * player with one of our own ids (negative) is not absent for lack of minutes: the feed may list these minutes in a row without a name.
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
 * Returns the minutes to store for a player after a reading: 0 once two readings confirm that the player did not play. A single reading of an absence
 * does not overwrite minutes from an earlier reading, and a reading without minutes leaves the stored ones unchanged.
 */
export function minutesAfter(read: number | null, stored: number | null, absence: Absence | undefined): number | null {
  if (absence === undefined) return read ?? stored
  if (absence.confirmed_at !== null) return 0
  return (stored ?? 0) > 0 ? stored : (read ?? stored)
}
