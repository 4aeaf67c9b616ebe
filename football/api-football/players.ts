import { normaliseSearch } from '@tribune/domain/common/search.ts'
import { FULL_SIDE } from '@tribune/domain/players/did-not-play.ts'
import { initialledName, surnameOf } from '@tribune/domain/players/find-person.ts'
import type { FeedPlayer } from '../feed.ts'
import { fieldChangesOf, type PlayingTime, playingTime } from './events.ts'
import { type LineupRow, readTeamSheet, type StatisticsRow, type TeamSheet } from './team-sheet.ts'
import type { WireEvent } from './wire/wire-players.ts'
import type { RowReader } from './wire/wire-values.ts'

/** Home and away team of a match; team sheets do not name sides. */
type MatchTeams = Readonly<Record<FeedPlayer['side'], { readonly id: number; readonly name: string }>>

/** The parts of an answer about a match's players. */
interface PlayerSources {
  readonly teams: MatchTeams
  readonly lineups: readonly unknown[]
  readonly statistics: readonly unknown[]
  /** `null` if not part of the answer. */
  readonly events: readonly WireEvent[] | null
  /** Minutes played so far; `null` before the start, or if unknown. */
  readonly end: number | null
  /** Base address of photos, without a trailing slash. */
  readonly mediaUrl: string
  readonly reader: RowReader
}

type Player = JoinedRow & { readonly id: number; readonly name: string; readonly isStarter: boolean }

/** Reads all players on both team sheets, home first, with lineup, statistics and events joined. */
export function readPlayers(sources: PlayerSources): FeedPlayer[] {
  const home = playersOf('home', sources)
  const known = new Set(home.map(({ id }) => id))
  return [...home, ...playersOf('away', sources).filter(({ id }) => !known.has(id))]
}

function playersOf(side: FeedPlayer['side'], sources: PlayerSources): FeedPlayer[] {
  const team = sources.teams[side]
  const sheet = readTeamSheet(team.id, sources.lineups, sources.statistics, sources.reader)
  const players = identify(team.id, joinSheet(sheet))
  const minutesOf = minutesReader(team.id, sheet, players, sources.events, sources.end)
  return players.map((player) => ({
    id: player.id,
    name: player.name,
    photo: photoOf(player, sources.mediaUrl),
    teamId: team.id,
    team: team.name,
    side,
    position: player.lineup?.pos ?? player.statistics?.pos ?? null,
    shirt: shirtOf(player),
    grid: player.lineup?.grid ?? null,
    isStarter: player.isStarter,
    minutes: minutesOf(player),
    rating: player.statistics?.rating ?? null,
    isRatingReported: player.statistics?.isRatingReported ?? false,
  }))
}

/** Prefers the lineup's name, which is short, and known first. */
function identify(teamId: number, rows: readonly JoinedRow[]): Player[] {
  const substitutes = new SubstituteIds()
  return rows.map((row) => {
    const { lineup, statistics } = row
    const name = lineup?.name || statistics?.name || ''
    const id = lineup?.id ?? statistics?.id ?? substitutes.idOf({ teamId, shirt: shirtOf(row), name })
    return { ...row, id, name, isStarter: (lineup ?? statistics)?.isStarter ?? false }
  })
}

function shirtOf({ lineup, statistics }: JoinedRow): number | null {
  return lineup?.number ?? statistics?.number ?? null
}

/** No photo for ids of our own, nor for an id that the statistics lack: the provider would serve a silhouette. */
function photoOf({ id, statistics }: Player, mediaUrl: string): string | null {
  if (id <= 0) return null
  const photo = statistics?.id === null ? null : statistics?.photo
  return photo ?? `${mediaUrl}/players/${id}.png`
}

/**
 * Returns a player's minutes from the statistics, else from the events. On a covered team a substitute whom neither mentions has not played: 0.
 * A starter without minutes is a contradiction, and an uncovered team is unknown: `null`. Events have a starter play until somebody replaces them:
 * where eleven others have minutes, that does not hold for one whom no event names.
 */
function minutesReader(
  teamId: number,
  { statistics }: TeamSheet,
  players: readonly Player[],
  events: readonly WireEvent[] | null,
  end: number | null,
): (player: Player) => number | null {
  const played = events === null || end === null ? null : playedMinutes(teamId, players, events, end)
  const withMinutes = statistics.filter(({ minutes }) => (minutes ?? 0) > 0).length
  return (player) => {
    const counted = player.statistics?.minutes ?? null
    if (counted !== null && counted > 0) return counted
    if (player.isStarter && withMinutes >= FULL_SIDE && played?.named.has(player.id) !== true) return counted
    const isKnown = withMinutes > 0 ? isIdentified(player) : played?.isBenchKnown === true
    return played?.minutes.get(player.id) ?? (isKnown && !player.isStarter ? 0 : null)
  }
}

/** A player without id or statistics may be the one of a row that could not be joined. */
function isIdentified({ lineup, statistics }: JoinedRow): boolean {
  return statistics !== null || (lineup?.id ?? null) !== null
}

/** Computes minutes from the events. They cover the bench if they have a substitution of the team, and name everybody who entered. */
function playedMinutes(
  teamId: number,
  players: readonly Player[],
  events: readonly WireEvent[],
  end: number,
): PlayingTime & { readonly isBenchKnown: boolean; readonly named: ReadonlySet<number | null> } {
  const people = players.map(({ id, lineup, statistics }) => ({
    id,
    names: [lineup?.name ?? '', statistics?.name ?? ''].filter((name) => name !== ''),
  }))
  const changes = fieldChangesOf(teamId, events, people)
  const starters = players.filter(({ isStarter }) => isStarter).map(({ id }) => id)
  const time = playingTime(starters, changes, end)
  const named = new Set(changes.flatMap(({ player, other }) => [player, other]))
  return { ...time, named, isBenchKnown: time.isComplete && changes.some(({ isDismissal }) => !isDismissal) }
}

/** Shirts have at most two digits; the slots above are for players without one. */
const FIRST_NAMED_SLOT = 100
const SLOTS = 1000

/**
 * Makes ids for players without one of the provider's: negative, derived from team and shirt, stable across readings. Without a shirt, or if
 * its id is taken, the id derives from the name. Unique within one match.
 */
class SubstituteIds {
  readonly #taken = new Set<number>()

  idOf({ teamId, shirt, name }: { teamId: number; shirt: number | null; name: string }): number {
    let slot = shirt ?? namedSlot(name)
    if (this.#taken.has(idAt(teamId, slot))) slot = namedSlot(name)
    while (this.#taken.has(idAt(teamId, slot))) slot = slot + 1 < SLOTS ? slot + 1 : FIRST_NAMED_SLOT
    const id = idAt(teamId, slot)
    this.#taken.add(id)
    return id
  }
}

function idAt(teamId: number, slot: number): number {
  return -(teamId * SLOTS + slot)
}

/** Hashes a name to a slot. */
function namedSlot(name: string): number {
  let hash = 0
  for (const letter of normaliseSearch(name)) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003
  return FIRST_NAMED_SLOT + (hash % (SLOTS - FIRST_NAMED_SLOT))
}

/** One player of a team sheet: their row in the lineup, in the statistics, or both. */
interface JoinedRow {
  readonly lineup: LineupRow | null
  readonly statistics: StatisticsRow | null
}

type Key<Row> = (row: Row) => string | number | null
type Identified = { readonly id: number | null; readonly number: number | null; readonly name: string }

/**
 * Joins lineup and statistics by id or, where a row has none, by shirt, then by the part of the name that both forms share. A shirt or name
 * that two rows share is not used: no rating is better than another player's.
 */
export function joinSheet({ lineup, statistics }: TeamSheet): JoinedRow[] {
  const partners = new Map<LineupRow, StatisticsRow>()
  pair(partners, lineup, statistics, (row) => row.id)
  pair(partners, lineup, statistics, (row) => row.number)
  pair(partners, lineup, statistics, (row) => initialledName(row.name) || null)
  pair(partners, lineup, statistics, (row) => surnameOf(row.name) || null)
  const joined = new Set(partners.values())
  const unpaired = lineup.filter((row) => !partners.has(row))
  const added = statistics.filter((row) => !joined.has(row) && (lineup.length === 0 || isOmitted(row, unpaired)))
  return [
    ...lineup.map((row) => ({ lineup: row, statistics: partners.get(row) ?? null })),
    ...added.map((row) => ({ lineup: null, statistics: row })),
  ]
}

function pair(
  partners: Map<LineupRow, StatisticsRow>,
  lineup: readonly LineupRow[],
  statistics: readonly StatisticsRow[],
  key: Key<Identified>,
): void {
  const joined = new Set(partners.values())
  const free = lineup.filter((row) => !partners.has(row))
  const candidates = statistics.filter((row) => !joined.has(row))
  for (const row of free) {
    const partner = only(candidates, key, key(row))
    if (partner === null || only(free, key, key(row)) === null) continue
    if (canBeSame(row, partner)) partners.set(row, partner)
  }
}

/** Two rows with different ids are two people, even if all else is equal. So are two rows with different shirts if an id is missing. */
function canBeSame(a: Identified, b: Identified): boolean {
  if (a.id !== null && b.id !== null) return a.id === b.id
  return a.number === null || b.number === null || a.number === b.number
}

/** Returns the row with this key if there is exactly one. */
function only<Row extends Identified>(rows: readonly Row[], key: Key<Identified>, value: string | number | null) {
  if (value === null) return null
  const [first, second] = rows.filter((row) => key(row) === value)
  return first !== undefined && second === undefined ? first : null
}

/**
 * Returns whether the lineup omits a player: one who has played, and cannot be any of its unpaired ones. A player who has not played may have been
 * struck from the lineup.
 */
function isOmitted(row: StatisticsRow, unpaired: readonly LineupRow[]): boolean {
  if ((row.minutes ?? 0) === 0) return false
  return !unpaired.some((other) => canBeSame(other, row) && (isSameShirt(other, row) || isSameSurname(other, row)))
}

function isSameShirt(a: Identified, b: Identified): boolean {
  return a.number !== null && a.number === b.number
}

function isSameSurname(a: Identified, b: Identified): boolean {
  const surname = surnameOf(a.name)
  return surname !== '' && surname === surnameOf(b.name)
}
