import { cleanText } from '@tribune/domain/common/clean-text.ts'
import type { MatchStatus } from '@tribune/domain/matches/status.ts'
import { z } from 'zod'
import { knownId, label, nestedRows, optionalCount, optionalUrl, optionalWhole } from './wire-values.ts'

/** Goals of one side. A higher number is implausible and parsed as `null`, so that the stored score stays. */
const score = optionalCount(40)

/** Goals of both sides. Both are `null` if the provider sends no object. */
const goals = z.object({ home: score, away: score }).catch({ home: null, away: null })

const parts = z.object({ fulltime: goals, extratime: goals, penalty: goals })

const team = z.object({
  id: knownId,
  name: label,
  logo: optionalUrl,
  winner: z.boolean().nullable().catch(null),
})

/** One row of `/fixtures`. Only full records have `events`, `lineups` and `players`. */
export const wireMatch = z
  .object({
    fixture: z.object({
      id: knownId,
      date: z.string().catch(''),
      timestamp: optionalWhole,
      status: z.object({ short: label, elapsed: optionalWhole, extra: optionalCount(60) }),
    }),
    league: z.object({
      id: knownId,
      name: label,
      country: label,
      logo: optionalUrl,
      season: knownId,
      round: label,
    }),
    teams: z.object({ home: team, away: team }),
    goals,
    score: parts.optional().catch(undefined),
    events: nestedRows,
    lineups: nestedRows,
    players: nestedRows,
  })
  .refine(({ teams }) => teams.home.id !== teams.away.id, { error: 'a team against itself' })
  .transform((row, context) => {
    const kickoffAt = kickoffOf(row.fixture)
    if (kickoffAt !== null) return { ...row, kickoffAt }
    context.addIssue({ code: 'custom', message: 'no kick-off' })
    return z.NEVER
  })

export type WireMatch = z.output<typeof wireMatch>

/** Parses the kick-off from the Unix timestamp, in seconds, or else from the date. Returns `null` if it is invalid. */
function kickoffOf({ timestamp, date }: { timestamp: number | null; date: string }): Date | null {
  const kickoff = new Date(timestamp === null ? date : timestamp * 1000)
  return Number.isNaN(kickoff.getTime()) ? null : kickoff
}

/** The meaning of one of the provider's 19 status codes. */
interface CodeMeaning {
  readonly status: MatchStatus
  /** Whether the match has been in play; otherwise it has no minute. */
  readonly hasClock: boolean
  /** Minute to use when the provider sends none. */
  readonly defaultMinute?: number
}

const CODES: Readonly<Record<string, CodeMeaning>> = {
  TBD: { status: 'upcoming', hasClock: false },
  NS: { status: 'upcoming', hasClock: false },
  '1H': { status: 'live', hasClock: true },
  HT: { status: 'live', hasClock: true, defaultMinute: 45 },
  '2H': { status: 'live', hasClock: true },
  ET: { status: 'live', hasClock: true, defaultMinute: 90 },
  BT: { status: 'live', hasClock: true, defaultMinute: 90 },
  P: { status: 'live', hasClock: true, defaultMinute: 120 },
  LIVE: { status: 'live', hasClock: true },
  INT: { status: 'live', hasClock: true },
  SUSP: { status: 'suspended', hasClock: true },
  FT: { status: 'finished', hasClock: true, defaultMinute: 90 },
  AET: { status: 'finished', hasClock: true, defaultMinute: 120 },
  PEN: { status: 'finished', hasClock: true, defaultMinute: 120 },
  PST: { status: 'postponed', hasClock: false },
  CANC: { status: 'cancelled', hasClock: false },
  ABD: { status: 'cancelled', hasClock: true },
  AWD: { status: 'cancelled', hasClock: false },
  WO: { status: 'cancelled', hasClock: false },
}

const LAST_MINUTE = 120
/** Bounds what is stored of an unknown code; known ones have up to four letters. */
const MAX_CODE_LENGTH = 20

interface MatchPhase {
  readonly status: MatchStatus | null
  readonly rawStatus: string
  readonly minute: number | null
  readonly extra: number | null
  readonly kickoffHourKnown: boolean
}

/** Reads status and minute from the provider's short code; its long wording varies. `status` is `null` for an unknown code. */
export function readPhase(short: string, elapsed: number | null, extra: number | null): MatchPhase {
  const rawStatus = cleanText(short.toUpperCase(), MAX_CODE_LENGTH)
  const meaning = CODES[rawStatus]
  return {
    status: meaning?.status ?? null,
    rawStatus,
    ...readClock(meaning, elapsed, extra),
    kickoffHourKnown: rawStatus !== 'TBD',
  }
}

function readClock(meaning: CodeMeaning | undefined, elapsed: number | null, extra: number | null) {
  if (meaning?.hasClock === false) return { minute: null, extra: null }
  if (elapsed === null) return { minute: meaning?.defaultMinute ?? null, extra: null }
  const minute = Math.min(Math.max(elapsed, 1), LAST_MINUTE)
  return { minute, extra: extra !== null && extra > 0 ? extra : null }
}
