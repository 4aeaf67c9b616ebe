import { z } from 'zod'
import { knownId, label, nestedRows, optionalCount, optionalUrl, optionalWhole } from './wire-values.ts'

/** A higher score is implausible and reads as missing, so that the stored one stays. */
const score = optionalCount(40)

/** Goals of both sides, or of neither. */
const goals = z.object({ home: score, away: score }).catch({ home: null, away: null })

const parts = z.object({ fulltime: goals, extratime: goals, penalty: goals })

const team = z.object({
  id: knownId,
  name: label,
  logo: optionalUrl,
  winner: z.boolean().nullable().catch(null),
})

/** One row of `/fixtures`. Only full records have the last three lists. */
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

/** Prefers the Unix seconds; the date as text is a fallback. */
function kickoffOf({ timestamp, date }: { timestamp: number | null; date: string }): Date | null {
  const kickoff = new Date(timestamp === null ? date : timestamp * 1000)
  return Number.isNaN(kickoff.getTime()) ? null : kickoff
}
