import { type PlayerTally, picksOf, preferences, scoreOf, type Tally } from '../ballots/tally.ts'
import { groupBy } from '../common/lists.ts'
import { pointsFor } from './points.ts'

/** Complete ballots from which votes rank a match; below that, the official ratings do (spec section 9). */
export const MIN_BALLOTS_FOR_VOTES = 10

/** A player of the match. `rating` is the official one, 0-10; `minutes_played` is 0 if they did not play, `null` if unknown. */
export interface RatedPlayer {
  readonly player_id: number
  readonly player_name: string
  readonly rating: number | null
  readonly minutes_played: number | null
}

/** One line of a match's ranking. `total_votes` counts the ballots that picked the player, `score` is their 5-3-1 sum. */
export interface RankedPlayer {
  readonly player_id: number
  readonly player_name: string
  readonly rank: number
  readonly points: number
  readonly score: number
  readonly firsts: number
  readonly seconds: number
  readonly thirds: number
  readonly total_votes: number
  readonly rating: number | null
}

/** Ranking of a match, best first. `source` is `null` when there was nothing to rank from; `reason` says why. */
export interface MatchRanking {
  readonly source: 'votes' | 'ratings_fallback' | null
  readonly reason: 'no_ratings' | null
  readonly voters: number
  readonly ranked: readonly RankedPlayer[]
}

/** Returns whether a published result follows ratings that come, or are corrected, after it: one from votes stays (decisions, "From ballots to points"). */
export function followsRatings(source: MatchRanking['source']): boolean {
  return source !== 'votes'
}

type Candidate = Omit<RankedPlayer, 'rank' | 'points'>

/** Scores the members of a tied group for one tie-break: the higher value ranks higher. */
type Criterion = (group: readonly Candidate[]) => (member: Candidate) => number

/**
 * Ranks a match (decisions, "From ballots to points") from tally, ratings and coefficient alone, never from name, id, time or input order.
 * Equal players share a rank ("1224") and its points, and are listed by id. Returns every player with a score; the first ten ranks earn
 * points. Picks of a player missing from `players` count, without name or rating. Picks of a player who did not play, with minutes of 0, are void:
 * the player is not ranked, and the ballot's other picks keep their places.
 */
export function rankMatch(input: {
  readonly tally: Tally
  readonly players: readonly RatedPlayer[]
  readonly coefficient: number
}): MatchRanking {
  const { tally, players, coefficient } = input
  const { voters } = tally
  if (voters >= MIN_BALLOTS_FOR_VOTES) {
    const groups = tiedGroups(votedCandidates(tally, players), voteCriteria(tally))
    return { source: 'votes', reason: null, voters, ranked: rank(groups, coefficient) }
  }
  const groups = tiedGroups(ratedCandidates(tally, players), [byRating])
  if (groups.length === 0) return { source: null, reason: 'no_ratings', voters, ranked: [] }
  return { source: 'ratings_fallback', reason: null, voters, ranked: rank(groups, coefficient) }
}

function votedCandidates(tally: Tally, players: readonly RatedPlayer[]): Candidate[] {
  const known = new Map(players.map((player) => [player.player_id, player]))
  return tally.players.flatMap((counted) => {
    const player = known.get(counted.player_id)
    return player?.minutes_played === 0 ? [] : [candidate(counted, player)]
  })
}

function ratedCandidates(tally: Tally, players: readonly RatedPlayer[]): Candidate[] {
  const counted = new Map(tally.players.map((player) => [player.player_id, player]))
  return players
    .filter((player) => player.rating !== null && player.minutes_played !== 0)
    .map((player) => candidate(counted.get(player.player_id) ?? unpicked(player.player_id), player))
}

function unpicked(player_id: number): PlayerTally {
  return { player_id, firsts: 0, seconds: 0, thirds: 0 }
}

function candidate(counted: PlayerTally, player: RatedPlayer | undefined): Candidate {
  const { player_id, firsts, seconds, thirds } = counted
  return {
    player_id,
    player_name: player?.player_name ?? '',
    score: scoreOf(counted),
    firsts,
    seconds,
    thirds,
    total_votes: picksOf(counted),
    rating: player?.rating ?? null,
  }
}

function voteCriteria(tally: Tally): readonly Criterion[] {
  return [
    () => (member) => member.score,
    () => (member) => member.firsts,
    () => (member) => member.seconds,
    byDuels(tally),
    byRating,
  ]
}

const byRating: Criterion = () => (member) => member.rating ?? Number.NEGATIVE_INFINITY

/** Counts duels won inside the tied group: a member beats another when more ballots place it above than below. */
function byDuels(tally: Tally): Criterion {
  const preferring = preferences(tally)
  return (group) => (member) =>
    group.filter(
      (rival) => preferring(member.player_id, rival.player_id) > preferring(rival.player_id, member.player_id),
    ).length
}

/** Splits the candidates by each criterion in turn, each time within the groups still tied. Best group first. */
function tiedGroups(candidates: readonly Candidate[], criteria: readonly Criterion[]): Candidate[][] {
  const start = candidates.length === 0 ? [] : [[...candidates]]
  return criteria.reduce((groups, criterion) => groups.flatMap((group) => split(group, criterion)), start)
}

function split(group: Candidate[], criterion: Criterion): Candidate[][] {
  if (group.length === 1) return [group]
  const byValue = groupBy(group, criterion(group))
  return [...byValue].sort(([one], [other]) => (one < other ? 1 : -1)).map(([, members]) => members)
}

function rank(groups: readonly Candidate[][], coefficient: number): RankedPlayer[] {
  let better = 0
  return groups.flatMap((group) => {
    const shared = { rank: better + 1, points: pointsFor(better + 1, coefficient) }
    better += group.length
    return group.toSorted((one, other) => one.player_id - other.player_id).map((member) => ({ ...member, ...shared }))
  })
}
