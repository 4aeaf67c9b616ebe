import { type Instant, msOf } from '../common/instant.ts'
import { type DayOf, homePriority, type ListedMatch } from './home-list.ts'

/** Kinds of what a fan may follow. */
export const FOLLOW_KINDS = ['club', 'player', 'competition'] as const
export type FollowKind = (typeof FOLLOW_KINDS)[number]

/** Maximum number of follows of a fan or a visitor's phone: clubs, players and competitions together. */
export const MAX_FOLLOWS = 200

/** Names a club, player or competition. */
export interface FollowTarget {
  readonly kind: FollowKind
  readonly id: number
}

/** One club, player or competition that is followed. */
export interface Follow extends FollowTarget {
  readonly since: Instant
}

function isSameTarget(one: FollowTarget, other: FollowTarget): boolean {
  return one.kind === other.kind && one.id === other.id
}

/** Returns whether a target is in a list of follows. */
export function isFollowed(follows: readonly FollowTarget[], target: FollowTarget): boolean {
  return follows.some((follow) => isSameTarget(follow, target))
}

/** Adds a target, or removes it if it is followed. Returns null if the list is full. Newest first. */
export function toggleFollow(
  follows: readonly Follow[],
  target: FollowTarget,
  since: Instant,
): readonly Follow[] | null {
  const others = follows.filter((follow) => !isSameTarget(follow, target))
  if (others.length < follows.length) return others
  return follows.length >= MAX_FOLLOWS ? null : [{ kind: target.kind, id: target.id, since }, ...follows]
}

/**
 * Returns the follows that the account takes from a phone's list at sign-in, newest first: targets that it does not follow yet, each once, as many as
 * there is space for. Follows that the account already has stay, with their own dates. A date in the future counts as `now`.
 */
export function followsToTake(
  existing: readonly FollowTarget[],
  brought: readonly Follow[],
  now: Date,
): { kind: FollowKind; id: number; since: Date }[] {
  const dated = brought.map(({ kind, id, since }) => ({
    kind,
    id,
    since: new Date(Math.min(msOf(since), now.getTime())),
  }))
  const newestFirst = dated.toSorted((one, other) => other.since.getTime() - one.since.getTime())
  const taken: typeof dated = []
  for (const one of newestFirst) if (!isFollowed(existing, one) && !isFollowed(taken, one)) taken.push(one)
  return taken.slice(0, Math.max(0, MAX_FOLLOWS - existing.length))
}

/** A match of the home list with its clubs. An answer that was cached before the server sent clubs has none. */
export interface ClubMatch extends ListedMatch {
  readonly home_team_id?: number | undefined
  readonly away_team_id?: number | undefined
}

/** The last priority of matches with an open vote, in play, or upcoming. */
const LAST_AHEAD = 4

/**
 * Returns whether home shows a match under « Mes clubs »: of a followed club or competition, and in play or open to votes, or to be so today. Other matches
 * would push down what a fan can vote on. A followed player says nothing about home, whose list does not know lineups.
 */
function isOwnMatch(match: ClubMatch, follows: readonly FollowTarget[], now: Date, dayOf: DayOf): boolean {
  const isLater = match.status === 'upcoming' && dayOf(match.match_date) !== dayOf(now)
  if (isLater || homePriority(match, now) > LAST_AHEAD) return false
  const clubs = [match.home_team_id, match.away_team_id]
  const isOfClub = clubs.some((id) => id !== undefined && isFollowed(follows, { kind: 'club', id }))
  return isOfClub || isFollowed(follows, { kind: 'competition', id: match.competition_id })
}

/** Divides the sorted list of home into the matches under « Mes clubs » and all others, both in input order. */
export function divideHome<Match extends ClubMatch>(
  matches: readonly Match[],
  follows: readonly FollowTarget[],
  now: Date,
  dayOf: DayOf,
): { readonly own: Match[]; readonly others: Match[] } {
  const own = matches.filter((match) => isOwnMatch(match, follows, now, dayOf))
  const known = new Set(own)
  return { own, others: matches.filter((match) => !known.has(match)) }
}
