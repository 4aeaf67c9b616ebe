import { VOTE_CLOSING_MINUTES, type VotedMatch, votingState } from '../ballots/voting-window.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, PARIS } from '../common/instant.ts'
import { FULL_TIME_MINUTE } from '../matches/minute.ts'

/** Occasions of a push message: the vote opens, it closes in ten minutes, the result is published. */
export const NOTIFICATION_KINDS = ['opening', 'reminder', 'result'] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** Where a push message goes: a browser, an Android app, an iOS app. */
export const SUBSCRIPTION_KINDS = ['web', 'fcm', 'apns'] as const
export type SubscriptionKind = (typeof SUBSCRIPTION_KINDS)[number]

/** Subscriptions of one fan; a further one replaces the oldest. */
export const MAX_SUBSCRIPTIONS = 10
/** Bounds of the daily cap that a fan may choose. */
export const MAX_A_DAY = 20

/** A fan's wishes about push messages. Quiet hours are minutes of their local day, from 0 to 1439; equal ones mean none. */
export interface NotificationSettings {
  readonly opening: boolean
  readonly reminder: boolean
  readonly result: boolean
  /** Whether messages may give scores and winners away. */
  readonly spoilers: boolean
  readonly quiet_from: number
  readonly quiet_until: number
  /** IANA time zone of the quiet hours. */
  readonly time_zone: string
  /** Maximum number of occasions within 24 hours. */
  readonly max_a_day: number
}

/** Settings of fans who have chosen none: quiet from midnight to 8, because evening matches close shortly before. */
export const DEFAULT_NOTIFICATIONS: NotificationSettings = {
  opening: true,
  reminder: true,
  result: true,
  spoilers: false,
  quiet_from: 0,
  quiet_until: 8 * 60,
  time_zone: PARIS,
  max_a_day: 6,
}

/** The fields of a match that make occasions. */
interface NotifiedMatch extends VotedMatch {
  readonly votes_close_at: Date | null
  readonly published_at: Date | null
  /** Whether it has points: too few ballots without ratings are published without a podium. */
  readonly ranked: boolean
}

/** Minutes before the end of the vote from which the reminder is sent. */
const REMINDER_MINUTES = 10
/** A reminder with less time left than this comes too late to finish a ballot. */
const REMINDER_MIN_LEFT_MS = 3 * MINUTE_MS
/** A result older than this when it is noticed is no news: history that is filled in, or a server that was down. */
const RESULT_FRESH_MS = 6 * HOUR_MS
/** Time within which a result may still be delivered, quiet hours included. */
const RESULT_LIFE_MS = DAY_MS

/**
 * Returns the occasions that a match offers at `now` (docs/decisions/063): each is announced once, at the first moment it is seen. An opening may be noticed after
 * the whistle; a match without points has no result to look at.
 */
export function occasionsOf(match: NotifiedMatch, now: Date): NotificationKind[] {
  const left = match.votes_close_at === null ? null : match.votes_close_at.getTime() - now.getTime()
  const state = votingState(match, now)
  if (state === 'open_live') return ['opening']
  if (state === 'open_after' && left !== null) {
    if (left > REMINDER_MINUTES * MINUTE_MS) return ['opening']
    return left >= REMINDER_MIN_LEFT_MS ? ['reminder'] : []
  }
  const isNews = match.published_at !== null && now.getTime() - match.published_at.getTime() < RESULT_FRESH_MS
  const wasLate = left !== null && left < -RESULT_FRESH_MS
  return state === 'closed' && match.ranked && isNews && !wasLate ? ['result'] : []
}

/** Returns when an occasion's messages become worthless; of a vote whose end is unknown, the earliest end that it can have. A reminder expires some minutes before that end. */
export function expiryOf(kind: NotificationKind, match: NotifiedMatch, now: Date): Date {
  if (kind === 'result') return new Date(now.getTime() + RESULT_LIFE_MS)
  const minutesLeft = Math.max(0, FULL_TIME_MINUTE - (match.minute ?? FULL_TIME_MINUTE)) + VOTE_CLOSING_MINUTES
  const close = match.votes_close_at ?? new Date(now.getTime() + minutesLeft * MINUTE_MS)
  return kind === 'reminder' ? new Date(close.getTime() - REMINDER_MIN_LEFT_MS) : close
}

/** Returns the minutes left to vote, the one that has begun among them, when a reminder that expires at a moment is sent at `now`. */
export function minutesToRemind(expiresAt: Date, now: Date): number {
  const left = expiresAt.getTime() + REMINDER_MIN_LEFT_MS - now.getTime()
  return Math.min(REMINDER_MINUTES, Math.ceil(left / MINUTE_MS))
}

/** Returns whether an occasion's moment passes: an opening and a reminder are sent before results, which keep, and light up a phone that sleeps. */
export function isUrgent(kind: NotificationKind): boolean {
  return kind !== 'result'
}

/** The facts about a fan that decide whether they are notified. */
export interface NotifiedFan {
  /** Their closest tie to the match: they follow one of its clubs or players, its competition alone, or nothing of it. */
  readonly follows: 'closely' | 'competition' | 'nothing'
  readonly ballot: 'none' | 'incomplete' | 'complete'
  readonly mayVote: boolean
  readonly settings: NotificationSettings
  /** Whether they follow a club, of this match or another. */
  readonly hasClub: boolean
  /** Occasions of which they were notified within the last 24 hours, or are about to be. */
  readonly lately: number
}

/** Names what a fan has cast on the match. @param complete Whether their ballot is; `null` without one. */
export function ballotNamed(complete: boolean | null): NotifiedFan['ballot'] {
  if (complete === null) return 'none'
  return complete ? 'complete' : 'incomplete'
}

/**
 * Returns whether an occasion concerns a fan: followers at the opening, incomplete ballots at the reminder, voters and followers at the result. A fan whose right
 * to vote is closed is not asked to.
 */
export function concerns(
  kind: NotificationKind,
  { follows, ballot, mayVote }: Pick<NotifiedFan, 'follows' | 'ballot' | 'mayVote'>,
): boolean {
  const isFollower = follows !== 'nothing'
  if (kind === 'opening') return mayVote && isFollower && ballot !== 'complete'
  if (kind === 'reminder') return mayVote && ballot === 'incomplete'
  return isFollower || ballot !== 'none'
}

/**
 * Returns how many occasions of 24 hours may come before this one. Results of a followed competition alone, of which there are many on a match day, leave
 * half of a fan's cap, rounded down, to their clubs.
 */
function capOf(kind: NotificationKind, { follows, ballot, hasClub, settings }: NotifiedFan): number {
  const isFar = kind === 'result' && follows === 'competition' && ballot === 'none'
  return isFar && hasClub ? Math.ceil(settings.max_a_day / 2) : settings.max_a_day
}

/** Earliest and latest delay of a result, in milliseconds, so that not all fans open the app in the same second. */
const RESULT_JITTER_MS = [30_000, 60_000] as const

/** Why a fan is not notified of an occasion. */
type Silence = 'not_concerned' | 'off' | 'cap' | 'quiet'

/**
 * Decides when a fan is notified of an occasion, or why not. Openings and reminders are due at once and lost in quiet hours; a result is spread
 * by {@link RESULT_JITTER_MS}, and waits for the end of quiet hours.
 * @param random From 0 to 1, for the jitter.
 */
export function planNotification(
  kind: NotificationKind,
  fan: NotifiedFan,
  now: Date,
  random: number,
): { readonly at: Date } | { readonly silence: Silence } {
  const { settings } = fan
  if (!concerns(kind, fan)) return { silence: 'not_concerned' }
  if (!settings[kind]) return { silence: 'off' }
  if (fan.lately >= capOf(kind, fan)) return { silence: 'cap' }
  const [min, max] = RESULT_JITTER_MS
  const delay = kind === 'result' ? min + (max - min) * random : 0
  const at = outsideQuietHours(kind, settings, new Date(now.getTime() + delay), delay)
  return at === null ? { silence: 'quiet' } : { at }
}

/**
 * Returns when a message that is due at `at` is sent: then, or, in quiet hours, `delay` ms after their end if it is a result. Returns null for an opening or
 * a reminder in quiet hours, which is lost.
 */
export function outsideQuietHours(kind: NotificationKind, quiet: QuietHours, at: Date, delay: number): Date | null {
  if (!isQuiet(quiet, at)) return at
  return kind === 'result' ? new Date(quietEnd(quiet, at).getTime() + delay) : null
}

export type QuietHours = Pick<NotificationSettings, 'quiet_from' | 'quiet_until' | 'time_zone'>

/** Returns whether a moment lies in the fan's quiet hours, which may span midnight. The end is exclusive. */
export function isQuiet({ quiet_from: from, quiet_until: until, time_zone }: QuietHours, at: Date): boolean {
  const minute = localMinute(at, time_zone)
  return from <= until ? minute >= from && minute < until : minute >= from || minute < until
}

/** Returns the end of the quiet hours around a moment, on the full minute; right on nights when the clocks change. */
export function quietEnd(quiet: QuietHours, at: Date): Date {
  const { quiet_until: until, time_zone } = quiet
  const ahead = (from: Date) => (until - localMinute(from, time_zone) + DAY_MINUTES) % DAY_MINUTES
  const floor = Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS
  const guess = new Date(floor + ahead(at) * MINUTE_MS)
  const off = ahead(guess)
  // Clocks that changed in between: the guess is up to an hour too early or too late.
  const end = new Date(guess.getTime() + (off > DAY_MINUTES / 2 ? off - DAY_MINUTES : off) * MINUTE_MS)
  // An end that the clocks skip: they jump from before it to after it.
  let jump = end
  while (isQuiet(quiet, jump) && jump < guess) jump = new Date(jump.getTime() + MINUTE_MS)
  return jump
}

const DAY_MINUTES = 24 * 60
const formats = new Map<string, Intl.DateTimeFormat>()

function localMinute(at: Date, timeZone: string): number {
  // The engine takes a name in any case.
  const name = timeZone.toLowerCase()
  let format = formats.get(name)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' })
    formats.set(name, format)
  }
  const [hour = 0, minute = 0] = format.format(at).split(':').map(Number)
  return hour * 60 + minute
}

/** Returns whether a text names a time zone that this engine knows. */
export function isTimeZone(text: string): boolean {
  // An offset such as +01:00 is no zone: it would be wrong half the year, and the cache would grow without bound.
  if (!/^[A-Za-z]/.test(text)) return false
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Returns the time zone of a phone's quiet hours: its own, or that of Paris if the phone does not report one, as in some browsers that resist tracking. */
export function quietZone(own: string | undefined): string {
  return own !== undefined && isTimeZone(own) ? own : PARIS
}

/** First and longest pause before another attempt at a message. */
const RETRY_MS = 15_000
const MAX_RETRY_MS = HOUR_MS

/**
 * Returns the pause in milliseconds before the next attempt after `attempts` failed ones, or `null` if the message will be worthless by then: doubled
 * each time, spread by half, and never shorter than the push service asks for, up to an hour (docs/decisions/063).
 * @param asked Milliseconds of its Retry-After, or `null`.
 * @param left Milliseconds until the message is worthless.
 */
export function retryPause(attempts: number, asked: number | null, random: number, left: number): number | null {
  const pause = Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** (attempts - 1)) * (1 + random / 2)
  const next = Math.max(pause, Math.min(asked ?? 0, MAX_RETRY_MS))
  return next < left ? next : null
}

/**
 * Failures in a row after which a subscription is dropped: refusals, or messages without an answer, of which the first was that many milliseconds ago,
 * longer than any push service is away. Its page or app adds it again at its next opening (docs/decisions/063).
 */
export const GIVEN_UP_AFTER = { refused: 8, unanswered: 5, unansweredMs: 14 * DAY_MS } as const
