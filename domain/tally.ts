/** Points of a ballot's first, second and third pick (decisions, "From ballots to points"). */
export const BALLOT_POINTS = [5, 3, 1] as const

/** A complete ballot: the ids of its first, second and third player. */
export type Ballot = readonly [first: number, second: number, third: number]

/** How many ballots placed a player first, second, third. */
export interface PlayerTally {
  readonly player_id: number
  readonly firsts: number
  readonly seconds: number
  readonly thirds: number
}

/** How many ballots picked both players and placed `above_id` higher. */
export interface DuelTally {
  readonly above_id: number
  readonly below_id: number
  readonly ballots: number
}

/**
 * Everything the ranking needs of a match's complete ballots. Its size depends on the players, never on the ballots. In canonical
 * form (sorted by id, no row of zeros), so that two tallies of the same ballots are deeply equal.
 */
export interface Tally {
  readonly voters: number
  readonly players: readonly PlayerTally[]
  readonly duels: readonly DuelTally[]
}

type Places = [firsts: number, seconds: number, thirds: number]

/** Counts ballots from nothing: the recount that a running tally must always equal. */
export function tallyOf(ballots: readonly Ballot[]): Tally {
  const count = new Count()
  for (const ballot of ballots) count.add(ballot, 1)
  return count.tally()
}

/** The tally after one fan's ballot went from `before` to `after`; `null` stands for no complete ballot. */
export function moveTally(tally: Tally, before: Ballot | null, after: Ballot | null): Tally {
  const count = new Count(tally)
  if (before !== null) count.add(before, -1)
  if (after !== null) count.add(after, 1)
  return count.tally()
}

/** Score of a player: 5, 3 and 1 for each first, second and third place. */
export function scoreOf(player: PlayerTally): number {
  const [first, second, third] = BALLOT_POINTS
  return player.firsts * first + player.seconds * second + player.thirds * third
}

/** Number of ballots that picked a player, at any place. */
export function picksOf(player: PlayerTally): number {
  return player.firsts + player.seconds + player.thirds
}

/** Number of ballots that place `playerId` above `rivalId`, an unpicked player being below a picked one. */
export function ballotsPreferring(tally: Tally, playerId: number, rivalId: number): number {
  return preferences(tally)(playerId, rivalId)
}

/** `ballotsPreferring` over one tally, prepared once for many questions. */
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

/** The one mutable thing here, alive only inside a call: it makes a recount linear in the ballots. */
class Count {
  #voters: number
  readonly #places: Map<number, Places>
  readonly #duels: Map<number, Map<number, number>>

  constructor(start: Tally = { voters: 0, players: [], duels: [] }) {
    this.#voters = start.voters
    this.#places = new Map(start.players.map((p) => [p.player_id, [p.firsts, p.seconds, p.thirds]]))
    this.#duels = nestDuels(start.duels)
  }

  add(ballot: Ballot, times: 1 | -1): void {
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
