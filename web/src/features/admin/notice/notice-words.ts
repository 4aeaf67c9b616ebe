import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { areNoticeTimesValid, MAX_NOTICE_LENGTH } from '@tribune/domain/messages/notice.ts'
import { hour, shortDay } from '@tribune/french/format/dates.ts'
import { notices as words } from '@tribune/french/sentences/operator/notices.ts'
import type { OperatorNotice } from '../../../data/operator/notices.ts'

/** The typed form: moments in the format of a field for date and time, '' for none. */
export type TypedNotice = {
  readonly text: string
  readonly start: string
  readonly end: string
}

/** The notice that the form would publish: `null` times where they are missing or wrong. */
export interface FormState {
  readonly text: string
  readonly left: number
  readonly times: { readonly starts_at: string | null; readonly ends_at: string } | null
  /** A sentence about the end, once it is typed. */
  readonly endFault: string | null
  readonly isReady: boolean
}

/** Returns what the form shows while nothing is typed: the notice that is there, to be corrected, unless it has ended. */
export function typedOf(notice: OperatorNotice | null, now: Date): TypedNotice {
  if (notice === null || Date.parse(notice.ends_at) <= now.getTime()) return { text: '', start: '', end: '' }
  return { text: notice.text, start: fieldOf(notice.starts_at), end: fieldOf(notice.ends_at) }
}

/** Writes a moment for a field of date and time, in the zone of this device, to the minute. */
function fieldOf(instant: string): string {
  const at = Date.parse(instant)
  return new Date(at - new Date(at).getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16)
}

/** Reads a field of date and time, in the zone of this device; `null` if it is empty or unreadable. */
function instantOf(field: string): string | null {
  const at = new Date(field)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** Reads the form. */
export function readForm({ text, start, end }: TypedNotice, now: Date): FormState {
  const trimmed = text.trim()
  const left = MAX_NOTICE_LENGTH - trimmed.length
  const [starts_at, ends_at] = [instantOf(start), instantOf(end)]
  const isValid = ends_at !== null && areNoticeTimesValid({ starts_at: starts_at ?? now, ends_at }, now)
  const times = isValid ? { starts_at, ends_at } : null
  const endFault = end === '' || isValid ? null : words.wrongEnd
  return { text: trimmed, left, times, endFault, isReady: trimmed !== '' && left >= 0 && times !== null }
}

const momentWords = (instant: string) => words.moment(shortDay(instant), hour(instant))

/** The screen's time is behind the server's by this at most, in milliseconds: a notice that has just been published is on. */
const BEHIND_MS = 5_000

/** Says whether a notice is upcoming, on or ended. */
export function standingWords(notice: OperatorNotice, now: Date): string {
  if (Date.parse(notice.starts_at) > now.getTime() + BEHIND_MS) return words.upcoming(momentWords(notice.starts_at))
  return Date.parse(notice.ends_at) > now.getTime()
    ? words.on(momentWords(notice.ends_at))
    : words.ended(momentWords(notice.ends_at))
}

/** Says what publishing does. */
export function consequenceWords({ starts_at, ends_at }: NonNullable<FormState['times']>, replaces: boolean): string {
  const from = starts_at === null ? words.fromNow : words.from(momentWords(starts_at))
  const consequence = words.consequence(from, momentWords(ends_at))
  return replaces ? `${consequence} ${words.replaces}` : consequence
}
