import { PODIUM_SIZE, POSITIONS } from './podium.ts'

/** Reasons to refuse a set of picks (spec section 5; decisions, "The vote"). */
export type BallotRefusal =
  | 'ballot_empty'
  | 'ballot_too_many'
  | 'ballot_bad_position'
  | 'ballot_repeated_position'
  | 'ballot_repeated_player'
  | 'ballot_unknown_player'
  | 'ballot_player_did_not_play'

/** A pick as a client sends it, not validated yet. */
export interface SentPick {
  readonly position: number
  readonly player_id: number
}

/** A player of the match. `did_play` is `null` where minutes are unknown; such a player can be picked. */
export interface LineupEntry {
  readonly player_id: number
  readonly did_play: boolean | null
}

/** The match's players: a map by id where many ballots are checked against it, else a list. */
export type Lineup = ReadonlyMap<number, LineupEntry> | readonly LineupEntry[]

/** Checks the form of a ballot: 1 to 3 picks, distinct positions 1-3, distinct players (spec section 5). Returns the first refusal, or `null`. */
export function checkPicks(picks: readonly SentPick[]): BallotRefusal | null {
  if (picks.length === 0) return 'ballot_empty'
  if (picks.length > PODIUM_SIZE) return 'ballot_too_many'
  if (!picks.every(hasPodiumPosition)) return 'ballot_bad_position'
  if (new Set(picks.map((pick) => pick.position)).size < picks.length) return 'ballot_repeated_position'
  if (new Set(picks.map((pick) => pick.player_id)).size < picks.length) return 'ballot_repeated_player'
  return null
}

/**
 * Checks the form of a ballot, then that each player is in the match's lineup and is not known to have stayed on the bench (decisions,
 * "The vote"). Players of the fan's `stored` ballot pass: a change of one place is never refused for another. Returns the first refusal, or `null`.
 */
export function checkBallot(
  picks: readonly SentPick[],
  lineup: Lineup,
  stored: readonly { readonly player_id: number }[] = [],
): BallotRefusal | null {
  const refusal = checkPicks(picks)
  if (refusal !== null) return refusal
  const players = newPicks(picks, stored).map((pick) => findPlayer(lineup, pick.player_id))
  if (players.includes(undefined)) return 'ballot_unknown_player'
  return players.some((player) => player?.did_play === false) ? 'ballot_player_did_not_play' : null
}

/** Returns the picks of players who are not in the fan's stored ballot. */
export function newPicks<Pick extends SentPick>(
  picks: readonly Pick[],
  stored: readonly { readonly player_id: number }[],
): Pick[] {
  return picks.filter((pick) => stored.every(({ player_id }) => player_id !== pick.player_id))
}

/** Returns whether valid picks make a complete ballot. Only complete ballots count (decisions, "The vote"). */
export function isComplete(picks: readonly SentPick[]): boolean {
  return picks.length === PODIUM_SIZE
}

/** Returns whether two sets of picks have the same players in the same places. */
export function isSameBallot(one: readonly SentPick[], other: readonly SentPick[]): boolean {
  return (
    one.length === other.length &&
    one.every((pick) =>
      other.some(({ position, player_id }) => position === pick.position && player_id === pick.player_id),
    )
  )
}

function hasPodiumPosition(pick: SentPick): boolean {
  return POSITIONS.some((position) => position === pick.position)
}

function findPlayer(lineup: Lineup, id: number): LineupEntry | undefined {
  return 'get' in lineup ? lineup.get(id) : lineup.find((player) => player.player_id === id)
}
