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
