import type { MatchState } from './match-clock.ts'
import type { MatchStatus } from './match-status.ts'

/** What the operator can make of a match whose feed is wrong. */
export const CORRECTIONS = ['live', 'finished', 'cancelled'] as const

/** One of the corrections. */
export type Correction = (typeof CORRECTIONS)[number]

/** Why a correction is not made. */
export type CorrectionRefusal = 'match_published' | 'course_impossible'

/** From which statuses each correction leads. A finished match is reopened before it is cancelled: its votes are open. */
const FROM: Readonly<Record<Correction, readonly MatchStatus[]>> = {
  live: ['finished', 'suspended', 'cancelled'],
  finished: ['live', 'suspended'],
  cancelled: ['upcoming', 'live', 'suspended', 'postponed'],
}

const RAW_STATUS: Readonly<Record<Correction, string>> = { live: 'LIVE', finished: 'FT', cancelled: 'CANC' }

/**
 * The match as the operator corrects it at `now`; nothing reopens once its result is out. `minute` of a live match, null: unknown, and
 * the vote locked, until the feed tells it. Refuses `match_published`, `course_impossible`.
 */
export function correctCourse(
  held: MatchState,
  { to, minute }: { readonly to: Correction; readonly minute: number | null },
  now: Date,
): MatchState | CorrectionRefusal {
  if (held.published_at !== null) return 'match_published'
  if (!FROM[to].includes(held.status)) return 'course_impossible'
  const isReopened = to === 'live' && held.finished_at !== null
  return {
    ...held,
    status: to,
    raw_status: RAW_STATUS[to],
    ...(to === 'live' ? { minute, extra: null, started_at: held.started_at ?? held.match_date } : {}),
    finished_at: to === 'finished' ? now : null,
    status_reason: null,
    disputed_at: null,
    reopened_at: isReopened ? now : held.reopened_at,
    corrected_at: now,
  }
}
