import { z } from 'zod'
import { competitionId, endpoint, instant, integer, matchId, page } from '../endpoint.ts'
import { shootout } from '../matches.ts'

const count = z.number().int().min(0)
/** A calendar day in Paris, `YYYY-MM-DD`. */
const day = z.iso.date()

/** One match day in Paris: complete ballots on its matches, and its finished matches by what ranked them. */
const matchDay = z.object({ day, ballots: count, by_votes: count, by_ratings: count, unknown: count })
/** One week, from its Monday: fans who voted on a match of that week, and those of them who did so again in the next. */
const votersOfWeek = z.object({ week: day, voters: count, returned: count })

/** The reporting tab's figures (spec section 3, "Reporting statistics"). Only complete ballots count. */
const statistics = z.object({
  total_users: count,
  total_votes: count,
  /** Accounts with a complete ballot that was not set aside. */
  active_voters: count,
  finished_matches: count,
  players_with_points: count,
  /** Complete ballots by the hour in which they were begun, the last 48, oldest first; `hour` is its start. */
  ballots_by_hour: z.array(z.object({ hour: instant, ballots: count })),
  /** The last 30 days, oldest first. */
  match_days: z.array(matchDay),
  /** Accounts made on each of the last 30 days, oldest first. */
  new_fans: z.array(z.object({ day, fans: count })),
  /** The last 8 weeks whose next week has ended, oldest first; none before the first ballot. */
  weeks: z.array(votersOfWeek),
})
export type Statistics = z.output<typeof statistics>

export const getReportingStatistics = endpoint({
  method: 'GET',
  path: '/api/rpc/get_reporting_statistics',
  summary: 'Figures of the reporting tab, at most 5 minutes old; `fresh=1` counts them again for everybody',
  access: 'admin',
  query: z.object({ fresh: z.literal('1').optional() }),
  output: statistics.extend({
    read_at: instant,
    /** How old the figures are. */
    age_seconds: count,
  }),
})

/** One finished match of the reporting table. */
const reportedMatch = z.object({
  match_id: z.number().int(),
  match_date: instant,
  kickoff_hour_known: z.boolean(),
  home_team: z.string(),
  away_team: z.string(),
  competition_name: z.string(),
  home_score: z.number().int().nullable(),
  away_score: z.number().int().nullable(),
  shootout: shootout.optional(),
  coefficient: z.number(),
  /** Complete ballots. */
  voters_count: count,
  /** Whether reporting marks the voters as sufficient: 2 or more. */
  enough_voters: z.boolean(),
  /** Source of the match's ranking; `null` while there is none. */
  source: z.enum(['votes', 'ratings_fallback']).nullable(),
  is_rating_fallback: z.boolean(),
})
export type ReportedMatch = z.output<typeof reportedMatch>

export const listReportingMatches = endpoint({
  method: 'GET',
  path: '/api/rpc/get_reporting_matches',
  summary: 'Finished matches, newest first, 50 to a page; of one competition or all, or one match',
  access: 'admin',
  query: z.object({
    competition_id: competitionId.optional(),
    match_id: matchId.optional(),
    page: integer(1, 1_000_000).default(1),
  }),
  output: page(reportedMatch),
})

export const getReportingCsv = endpoint({
  method: 'GET',
  path: '/api/reporting/matches.csv',
  summary: 'The reporting table as a spreadsheet, newest first: the first 10,000 rows of one competition or all',
  access: 'admin',
  query: z.object({ competition_id: competitionId.optional() }),
  output: z.file().mime('text/csv'),
})
