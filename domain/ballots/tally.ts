/** Points of a ballot's first, second and third pick (decisions, "From ballots to points"). */
export const BALLOT_POINTS = [5, 3, 1] as const

/** A complete ballot: the ids of its first, second and third player. */
export type CompleteBallot = readonly [first: number, second: number, third: number]

/** Number of ballots that placed a player first, second, third. */
export interface PlayerTally {
  readonly player_id: number
  readonly firsts: number
  readonly seconds: number
  readonly thirds: number
}

/** Number of ballots that picked both players and placed `above_id` higher. */
interface DuelTally {
  readonly above_id: number
  readonly below_id: number
  readonly ballots: number
}

/**
 * Everything that ranks a match from its complete ballots. Grows with the players, never with the ballots. Canonical (sorted by id, no row of
 * zeros): two tallies of the same ballots are deeply equal.
 */
export interface Tally {
  readonly voters: number
  readonly players: readonly PlayerTally[]
  readonly duels: readonly DuelTally[]
}

type Places = [firsts: number, seconds: number, thirds: number]

/** Equal complete ballots, and how many there are. */
export interface CountedBallots {
  readonly ballot: CompleteBallot
  readonly ballots: number
}

/** Counts ballots that come as distinct podiums with their numbers. */
export function tallyOfPodiums(podiums: readonly CountedBallots[]): Tally {
  const count = new Count()
  for (const { ballot, ballots } of podiums) count.add(ballot, ballots)
  return count.tally()
}

/** Returns the tally without these ballots, all of which it must count. */
export function withoutBallots(tally: Tally, podiums: readonly CountedBallots[]): Tally {
  return added(tally, podiums, -1)
}

/** Returns the tally with these ballots too. */
export function withBallots(tally: Tally, podiums: readonly CountedBallots[]): Tally {
  return added(tally, podiums, 1)
}

function added(tally: Tally, podiums: readonly CountedBallots[], sign: 1 | -1): Tally {
  const count = new Count(tally)
  for (const { ballot, ballots } of podiums) count.add(ballot, sign * ballots)
  return count.tally()
}

/** Computes a player's score: 5, 3 and 1 points for each first, second and third place (decisions, "From ballots to points"). */
export function scoreOf(player: PlayerTally): number {
  const [first, second, third] = BALLOT_POINTS
  return player.firsts * first + player.seconds * second + player.thirds * third
}

/** Counts the ballots that picked a player, on any position. */
export function picksOf(player: PlayerTally): number {
  return player.firsts + player.seconds + player.thirds
}

/** Returns how many ballots place one player above another; an unpicked player is below a picked one. */
export function preferences(tally: Tally): (playerId: number, rivalId: number) => number {
  const picked = new Map(tally.players.map((player) => [player.player_id, picksOf(player)]))
  const duels = nestDuels(tally.duels)
  return (playerId, rivalId) => (picked.get(playerId) ?? 0) - (duels.get(rivalId)?.get(playerId) ?? 0)
}

function nestDuels(duels: readonly DuelTally[]): Map<number, Map<number, number>> {
  const nested = new Map<number, Map<number, number>>()
  for (const { above_id, below_id, ballots } of duels) row(nested, above_id).set(below_id, ballots)
  return nested
}

function row(nested: Map<number, Map<number, number>>, id: number): Map<number, number> {
  const known = nested.get(id)
  if (known !== undefined) return known
  const fresh = new Map<number, number>()
  nested.set(id, fresh)
  return fresh
}

/** A mutable counter that lives only inside a call: it makes a recount linear in the number of ballots. */
class Count {
  #voters: number
  readonly #places: Map<number, Places>
  readonly #duels: Map<number, Map<number, number>>

  constructor(start: Tally = { voters: 0, players: [], duels: [] }) {
    this.#voters = start.voters
    this.#places = new Map(start.players.map((p) => [p.player_id, [p.firsts, p.seconds, p.thirds]]))
    this.#duels = nestDuels(start.duels)
  }

  add(ballot: CompleteBallot, times: number): void {
    const [first, second, third] = ballot
    this.#voters += times
    this.#placesOf(first)[0] += times
    this.#placesOf(second)[1] += times
    this.#placesOf(third)[2] += times
    this.#duel(first, second, times)
    this.#duel(first, third, times)
    this.#duel(second, third, times)
  }

  tally(): Tally {
    const players = [...this.#places]
      .map(([player_id, [firsts, seconds, thirds]]) => ({ player_id, firsts, seconds, thirds }))
      .filter((player) => player.firsts !== 0 || player.seconds !== 0 || player.thirds !== 0)
      .sort((one, other) => one.player_id - other.player_id)
    const duels = [...this.#duels]
      .flatMap(([above_id, below]) => [...below].map(([below_id, ballots]) => ({ above_id, below_id, ballots })))
      .filter((duel) => duel.ballots !== 0)
      .sort((one, other) => one.above_id - other.above_id || one.below_id - other.below_id)
    return { voters: this.#voters, players, duels }
  }

  #placesOf(id: number): Places {
    const known = this.#places.get(id)
    if (known !== undefined) return known
    const fresh: Places = [0, 0, 0]
    this.#places.set(id, fresh)
    return fresh
  }

  #duel(above: number, below: number, times: number): void {
    const ballots = row(this.#duels, above)
    ballots.set(below, (ballots.get(below) ?? 0) + times)
  }
}
