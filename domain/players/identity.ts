import { normaliseSearch } from '../common/search.ts'

/** A player of a stored lineup. A negative id is our own, assigned while the feed gives none. */
export interface StoredPlayer {
  readonly player_id: number
  readonly team_id: number
  readonly shirt: number | null
  readonly player_name: string
}

interface FeedPlayer {
  readonly id: number
  readonly teamId: number
  readonly shirt: number | null
  readonly name: string
}

/** Two ids of the same person: our own, and the feed's id that replaces it. */
export interface Merge {
  readonly from: number
  readonly to: number
}

/**
 * Keeps one person under one id (docs/decisions/034). Returns the feed's players and the ids to merge. A player whom the feed lists without an id
 * retains the stored one. Once the feed gives a player's id, our own is merged into it. A person is recognised by team and shirt, or by team and name
 * if a shirt is not known. A shirt or name that two players share identifies no one.
 */
export function reconcileIds<Player extends FeedPlayer>(
  stored: readonly StoredPlayer[],
  fromFeed: readonly Player[],
): { players: Player[]; merges: Merge[] } {
  const former = recognise(stored, fromFeed)
  const players = fromFeed.map((player) => {
    const id = former.get(player)
    return player.id < 0 && id !== undefined ? { ...player, id } : player
  })
  const merges = [...former].flatMap(([{ id: to }, from]) => (from < 0 && to > 0 ? [{ from, to }] : []))
  return { players, merges }
}

/** Two ids of the feed that the operator has merged: `alias` is listed under `player`, with that player's name (docs/decisions/079). */
export interface Alias {
  readonly alias: number
  readonly player: number
  readonly name: string
}

/** Facts that decide which of two rows of one person counts. */
interface Played {
  readonly minutes: number | null
  readonly rating: number | null
}

/** Chooses the row of a person who is listed twice: that with more minutes, and with the other's rating where it has none. */
export function rowOfBoth<Row extends Played>(alias: Row, retained: Row | undefined): Row {
  if (retained === undefined) return alias
  const [row, other] = (alias.minutes ?? -1) > (retained.minutes ?? -1) ? [alias, retained] : [retained, alias]
  return { ...row, rating: row.rating ?? other.rating }
}

/**
 * Completes a reading of one side by `listed`, which has what earlier readings list of merged persons: those on a side that this reading lacks stay
 * there, unless it lists them by the same id on the other side.
 */
export function withUnread<Player extends { readonly id: number; readonly teamId: number }>(
  reading: readonly Player[],
  listed: readonly Player[],
): Player[] {
  const ids = new Set(reading.map(({ id }) => id))
  const teams = new Set(reading.map(({ teamId }) => teamId))
  return [...reading, ...listed.filter(({ id, teamId }) => !ids.has(id) && !teams.has(teamId))]
}

/** Lists each person once, under the person's id: players of one lineup, of whom some may be aliases. */
export function underListedIds<Player extends Played & { readonly id: number; readonly name: string }>(
  players: readonly Player[],
  aliases: readonly Alias[],
): Player[] {
  const byId = new Map(players.map((player) => [player.id, player]))
  for (const { alias, player: id, name } of aliases) {
    const row = byId.get(alias)
    if (row === undefined) continue
    byId.delete(alias)
    byId.set(id, { ...rowOfBoth(row, byId.get(id)), id, name })
  }
  return [...byId.values()]
}

/**
 * Returns the picks of a ballot under the ids of persons. Of two picks of one person the better place counts. The other one is void, under the alias, where
 * the fan's `stored` ballot has a void pick of this person; else the ballot lacks it (docs/decisions/079).
 */
export function picksUnderKeptIds<Sent extends { readonly position: number; readonly player_id: number }>(
  picks: readonly Sent[],
  aliases: readonly Pick<Alias, 'alias' | 'player'>[],
  stored: readonly { readonly player_id: number }[] = [],
): Sent[] {
  if (aliases.length === 0) return [...picks]
  const playerOf = new Map(aliases.map(({ alias, player }) => [alias, player]))
  if (!picks.some(({ player_id }) => playerOf.has(player_id))) return [...picks]
  const storedIds = new Set(stored.map(({ player_id }) => player_id))
  const both = aliases.filter(({ alias, player }) => storedIds.has(alias) && storedIds.has(player))
  const voidIds = new Map(both.map(({ alias, player }) => [player, alias]))
  const best = new Map<number, Sent>()
  for (const pick of picks.toSorted((a, b) => a.position - b.position)) {
    const person = playerOf.get(pick.player_id) ?? pick.player_id
    const player_id = best.has(person) ? (voidIds.get(person) ?? person) : person
    if (!best.has(player_id)) best.set(player_id, { ...pick, player_id })
  }
  return [...best.values()]
}

/** Returns the key by which a person is recognised; `null` if it is not known. */
type KeyOf = (player: FeedPlayer) => string | null

const shirtOf: KeyOf = ({ teamId, shirt }) => (shirt === null ? null : `${teamId}:${shirt}`)
const nameOf: KeyOf = ({ teamId, name }) => (normaliseSearch(name) === '' ? null : `${teamId} ${normaliseSearch(name)}`)

/** Returns the former ids of the feed's players, each once. An id that the feed still lists is not a former id. */
function recognise<Player extends FeedPlayer>(stored: readonly StoredPlayer[], fromFeed: readonly Player[]) {
  const rows = stored.map((row) => ({
    id: row.player_id,
    teamId: row.team_id,
    shirt: row.shirt,
    name: row.player_name,
  }))
  const storedIds = new Set(rows.map(({ id }) => id))
  const former = new Map<Player, number>()
  const taken = new Set(fromFeed.map(({ id }) => id))
  // The surest first.
  for (const keyOf of [shirtOf, nameOf]) {
    const storedByKey = byUniqueKey(rows, keyOf)
    for (const [key, player] of byUniqueKey(fromFeed, keyOf)) {
      const row = storedByKey.get(key)
      const isOurs = player.id < 0 && storedIds.has(player.id)
      if (row === undefined || isOurs || former.has(player) || taken.has(row.id) || areTwo(row, player, keyOf)) continue
      former.set(player, row.id)
      taken.add(row.id)
    }
  }
  return former
}

/** Returns whether two rows with the same key are two people all the same: by two ids of the feed, or by their shirts if both are known. */
function areTwo(one: FeedPlayer, other: FeedPlayer, keyOf: KeyOf): boolean {
  const haveShirts = one.shirt !== null && other.shirt !== null
  return (keyOf === nameOf && haveShirts) || (one.id > 0 && other.id > 0)
}

/** Maps rows by key, without those that share one or have none. */
function byUniqueKey<Row extends FeedPlayer>(rows: readonly Row[], keyOf: KeyOf): Map<string, Row> {
  const unique = new Map<string, Row>()
  const shared = new Set<string>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key === null) continue
    if (unique.has(key)) shared.add(key)
    unique.set(key, row)
  }
  for (const key of shared) unique.delete(key)
  return unique
}
