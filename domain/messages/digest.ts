import { DAY_MS, HOUR_MS, MINUTE_MS, PARIS } from '../common/instant.ts'
import type { Shootout } from '../matches/shootout.ts'

/** When the weekly digest is sent (docs/decisions/066): Monday at nine, in Paris. */
const DIGEST_HOUR = 9
/** A digest that has not left this long after its moment is no longer sent: the week is too far away. */
const DIGEST_LIFE_MS = 2 * DAY_MS
/** Days ahead whose matches a digest announces. */
const DAYS_AHEAD = 7
/** Refusals of a fan's mail server in a row after which the digest is turned off. */
export const MAX_REFUSALS = 3

/** One week's digest. The week is that of the calendar in Paris: `end`, exclusive, is the midnight before the mail. */
export interface DigestWeek {
  /** The Monday of the mail, `YYYY-MM-DD`. */
  readonly id: string
  /** When it is sent. */
  readonly at: Date
  /** From here on it is no longer sent. */
  readonly expires: Date
  /** Kick-offs that it looks back on. */
  readonly start: Date
  readonly end: Date
  /** Kick-offs that it announces end here; they begin when it is sent. */
  readonly until: Date
}

/** Returns the digest to send at `now`: from its moment until it expires; `null` at all other times. */
export function dueDigest(now: Date): DigestWeek | null {
  const today = dayInParis(now)
  const week = digestOf(addDays(today, -weekday(today)))
  return week.at <= now && now < week.expires ? week : null
}

/** Returns the digest that is sent on a Monday. */
export function digestOf(monday: string): DigestWeek {
  const at = inParis(monday, DIGEST_HOUR)
  return {
    id: monday,
    at,
    expires: new Date(at.getTime() + DIGEST_LIFE_MS),
    start: inParis(addDays(monday, -7), 0),
    end: inParis(monday, 0),
    until: inParis(addDays(monday, DAYS_AHEAD), 0),
  }
}

const noonOf = (day: string) => new Date(`${day}T12:00:00Z`)
const addDays = (day: string, days: number) =>
  new Date(noonOf(day).getTime() + days * DAY_MS).toISOString().slice(0, 10)
/** Monday is 0. */
const weekday = (day: string) => (noonOf(day).getUTCDay() + 6) % 7

let clock: Intl.DateTimeFormat | null = null

/** Returns the wall clock of Paris, as if it were UTC. */
function wallClock(at: Date): Date {
  // Made at its first use: the web app reads this module for its constants.
  clock ??= new Intl.DateTimeFormat('sv-SE', { timeZone: PARIS, dateStyle: 'short', timeStyle: 'medium' })
  return new Date(`${clock.format(at).replace(' ', 'T')}Z`)
}

const dayInParis = (at: Date) => wallClock(at).toISOString().slice(0, 10)

/** Returns the moment of a full hour in Paris. The clocks change on Sundays, after midnight: no Monday has an hour twice, or none. */
function inParis(day: string, hour: number): Date {
  const wanted = new Date(`${day}T${String(hour).padStart(2, '0')}:00:00Z`)
  const offset = wallClock(wanted).getTime() - wanted.getTime()
  const guess = new Date(wanted.getTime() - offset)
  // Midnight after a change of clocks: the guess read the offset of the day before.
  return new Date(guess.getTime() + wanted.getTime() - wallClock(guess).getTime())
}

/** First and longest pause before another attempt at a digest that the mail server did not take. */
const RETRY_MS = 5 * MINUTE_MS
const MAX_RETRY_MS = 2 * HOUR_MS

/** Returns the pause after `attempts` failed ones: doubled each time. Attempts end with the digest's own life. */
export function digestPause(attempts: number): number {
  return Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** (attempts - 1))
}

/** Why a match is in a fan's digest. */
interface MatchTies {
  /** Whether the fan follows one of its clubs, its competition. */
  readonly ofClub: boolean
  readonly ofCompetition: boolean
  /** Followed players who played in it, or were elected. */
  readonly players: readonly string[]
}

/** A match that may be in a digest. */
export interface DigestMatch extends MatchTies {
  readonly id: number
  readonly kickoff: Date
  readonly hourKnown: boolean
  readonly home: string
  readonly away: string
  readonly competition: string
  readonly coefficient: number
}

/** A player on a podium, from first to third. Several may share a rank. */
export interface PodiumPlace {
  readonly rank: number
  readonly name: string
}

/** A match of the week whose result is published. */
export interface WeekMatch extends DigestMatch {
  readonly homeScore: number | null
  readonly awayScore: number | null
  readonly shootout?: Shootout | null
  /** The elected, best first; none where there was nothing to rank from. */
  readonly podium: readonly PodiumPlace[]
  /** Whether the podium follows from official ratings, because no fan voted. */
  readonly byRatings: boolean
}

/** A player of the Index. */
export interface IndexRow {
  readonly name: string
  readonly team: string | null
  readonly points: number
  readonly rank: number
  /** Seven days before; `null` if unknown. */
  readonly rankBefore: number | null
}

/** A fan's own ballots on matches of the week. `picks` and `elected` count only players of published matches. */
export interface OwnWeek {
  readonly ballots: number
  readonly picks: number
  /** Picks that ended on the podium, at any of its three places. */
  readonly elected: number
}

/** All that a digest is made from. Lists in any order. */
export interface DigestFacts {
  /** Whether the fan follows anything. */
  readonly follows: boolean
  /** Published matches of the week: those that concern the fan, or all large ones if they follow nothing. */
  readonly week: readonly WeekMatch[]
  readonly own: OwnWeek
  readonly top: readonly IndexRow[]
  /** Followed players in the Index. */
  readonly players: readonly IndexRow[]
  readonly next: readonly DigestMatch[]
}

/** Content of a digest, in order. */
export type Digest = DigestFacts

/** Maximum number of players of a podium whose ranks are shared. */
export const MAX_PODIUM = 5

/** Maximum length of each list. */
export const DIGEST_BOUNDS = { week: 8, top: 3, players: 5, next: 5 } as const

/**
 * Selects and orders the content of a fan's digest; `null` for a week with nothing for them: no match, no ballot, and no followed player who moved.
 * Matches of followed clubs come first, then those of followed players, then those of followed competitions, each group by coefficient. Coming
 * matches are in the order of their kick-offs. Fans who follow nothing get only matches with a podium; coming matches alone do not cause a mail then.
 */
export function composeDigest(facts: DigestFacts): Digest | null {
  const { follows } = facts
  const week = facts.week
    .filter((match) => isFor(match, follows) && (follows || match.podium.length > 0))
    .toSorted((one, other) => tie(one) - tie(other) || byWeight(one, other))
    .slice(0, DIGEST_BOUNDS.week)
  const players = facts.players
    .filter(hasMoved)
    .toSorted((one, other) => one.rank - other.rank || compareNames(one, other))
    .slice(0, DIGEST_BOUNDS.players)
  const next = facts.next
    .filter((match) => isFor(match, follows))
    .toSorted((one, other) => tie(one) - tie(other) || byWeight(one, other))
    .slice(0, DIGEST_BOUNDS.next)
    .toSorted(byKickoff)
  const hasNews = week.length > 0 || facts.own.ballots > 0 || players.length > 0 || (follows && next.length > 0)
  if (!hasNews) return null
  const top = facts.top
    .toSorted((one, other) => one.rank - other.rank || compareNames(one, other))
    .slice(0, DIGEST_BOUNDS.top)
  return { follows, week, own: facts.own, top, players, next }
}

/** Returns by how many ranks a player has moved, up if positive; 0 if the earlier rank is unknown. */
export function movement({ rank, rankBefore }: Pick<IndexRow, 'rank' | 'rankBefore'>): number {
  return rankBefore === null ? 0 : rankBefore - rank
}

const hasMoved = (row: IndexRow) => movement(row) !== 0

function isFor({ ofClub, ofCompetition, players }: MatchTies, follows: boolean): boolean {
  return !follows || ofClub || ofCompetition || players.length > 0
}

function tie({ ofClub, players }: MatchTies): number {
  if (ofClub) return 0
  return players.length > 0 ? 1 : 2
}

function byWeight(one: DigestMatch, other: DigestMatch): number {
  return other.coefficient - one.coefficient || byKickoff(one, other)
}

function byKickoff(one: DigestMatch, other: DigestMatch): number {
  return one.kickoff.getTime() - other.kickoff.getTime() || one.id - other.id
}

function compareNames(one: IndexRow, other: IndexRow): number {
  return one.name < other.name ? -1 : Number(one.name > other.name)
}
