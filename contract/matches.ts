import { EVENT_TYPES, MAX_EVENTS } from '@tribune/domain/matches/events.ts'
import { MATCH_STATUSES } from '@tribune/domain/matches/status.ts'
import { MAX_GRID } from '@tribune/domain/players/eleven.ts'
import { HOME_MATCHES, MATCH_SCREEN, MATCH_WINNERS, MATCHES, PLAYER_POINTS } from '@tribune/protocol/cached-reads.ts'
import {
  FALLBACK_LIST_LIMIT,
  HISTORY_PAST_MINUTES,
  HOME_WINDOW_MINUTES,
  MATCHES_PER_READ,
  POINTS_RANGES_LIMIT,
  POINTS_ROWS_LIMIT,
  TOP_RANKING_LIMIT,
} from '@tribune/protocol/read-limits.ts'
import { z } from 'zod'
import {
  competitionId,
  endpoint,
  filling,
  idList,
  instant,
  integer,
  list,
  matchId,
  playerId,
  type Variant,
} from './endpoint.ts'

/** Widest window that a caller may ask for, in minutes: 62 days. */
const MAX_WINDOW = 89_280
const windowMinutes = (preset: number) => integer(0, MAX_WINDOW).default(preset)

/** The shoot-out of a match: how many penalties went in, and who won; `null` where that is unknown. */
export const shootout = z.object({
  kicks: z.object({ home: z.number().int(), away: z.number().int() }).nullable(),
  winner: z.enum(['home', 'away']).nullable(),
})

/** One row of the home list (spec section 3, Match). */
export const homeFixture = z.object({
  match_id: z.number().int(),
  match_date: instant,
  status: z.enum(MATCH_STATUSES),
  minute: z.number().int().nullable(),
  home_team: z.string(),
  home_team_id: z.number().int(),
  home_team_logo: z.string().nullable(),
  away_team: z.string(),
  away_team_id: z.number().int(),
  away_team_logo: z.string().nullable(),
  competition_id: z.number().int(),
  /** With its country where another enabled competition has the same name: « Serie A (Italie) ». */
  competition_name: z.string(),
  competition_logo: z.string().nullable(),
  /** Coefficient of the match: competition x phase x derby. */
  competition_coefficient: z.number(),
  home_score: z.number().int().nullable(),
  away_score: z.number().int().nullable(),
  /** Absent without a shoot-out, whose penalties are in neither score. */
  shootout: shootout.optional(),
  finished_at: instant.nullable(),
  updated_at: instant,
  /** Stoppage minutes in addition to `minute`. */
  extra: z.number().int().nullable(),
  /** The provider's short code, shown as "mi-temps", "prolongation", "tirs au but". */
  period: z.string(),
  kickoff_hour_known: z.boolean(),
  statusReason: z.string().nullable(),
  postponedUntil: instant.nullable(),
})
export type HomeFixture = z.output<typeof homeFixture>

/** Which attempt at a match it is, once that was replayed: ballots of an earlier one no longer count. */
export const replayedAttempt = z.number().int().min(2).optional()

/** The fields by which the operator recognises a match; what a list says of it extends them. */
export const namedMatch = z.object({
  match_id: z.number().int(),
  home_team: z.string(),
  away_team: z.string(),
  competition_name: z.string(),
  match_date: instant,
})

/** The home window of spec section 7. */
export const HOME_WINDOW = { window_past_minutes: HOME_WINDOW_MINUTES, window_future_minutes: HOME_WINDOW_MINUTES }
/** The window of the history: no upcoming matches. */
const HISTORY_WINDOW = { window_past_minutes: HISTORY_PAST_MINUTES, window_future_minutes: 0 }
/** The window of a call without one (spec section 7). */
const DEFAULT_WINDOW = { window_past_minutes: 360, window_future_minutes: 2160 }

export const getHomeMatches = endpoint({
  method: 'GET',
  path: HOME_MATCHES,
  summary: 'Matches of enabled competitions around now',
  access: 'public',
  shared: true,
  query: z.object({
    window_past_minutes: windowMinutes(DEFAULT_WINDOW.window_past_minutes),
    window_future_minutes: windowMinutes(DEFAULT_WINDOW.window_future_minutes),
  }),
  knownQueries: [HOME_WINDOW, HISTORY_WINDOW, DEFAULT_WINDOW],
  output: list(homeFixture).extend({ filling }),
})

/** The first-ranked player of a published match; several rows if they share the rank. */
const matchWinner = z.object({
  match_id: z.number().int(),
  player_id: z.number().int(),
  player_name: z.string(),
  points: z.number(),
  source: z.enum(['votes', 'ratings_fallback']),
  /** Whether the operator still reviews the ballots that were set aside. */
  provisional: z.boolean(),
})
export type MatchWinner = z.output<typeof matchWinner>

/** Winners of published matches, for the cards of the history (spec section 2). */
export const getMatchWinners = endpoint({
  method: 'GET',
  path: MATCH_WINNERS,
  summary: 'First-ranked player of each published match with its kick-off in the window',
  access: 'public',
  shared: true,
  query: z.object({ window_past_minutes: windowMinutes(HISTORY_PAST_MINUTES) }),
  knownQueries: [{ window_past_minutes: HISTORY_PAST_MINUTES }],
  output: list(matchWinner),
})

export const listHomeFixtures = endpoint({
  method: 'GET',
  path: '/api/home_fixtures',
  summary: 'Home rows by id, or by status, competition and date; oldest first by default',
  access: 'public',
  cdn: true,
  query: z.object({
    match_ids: idList(matchId, MATCHES_PER_READ).optional(),
    status: z.enum(MATCH_STATUSES).optional(),
    competition_id: competitionId.optional(),
    from: instant.optional(),
    to: instant.optional(),
    /** Sort order; `limit` keeps the oldest (`asc`) or the newest (`desc`). */
    order: z.enum(['asc', 'desc']).default('asc'),
    limit: integer(1, 100).default(FALLBACK_LIST_LIMIT),
  }),
  output: list(homeFixture),
})

export const getHomeFixture = endpoint({
  method: 'GET',
  path: '/api/home_fixtures/:match_id',
  summary: 'One match, with the observed time of its whistle',
  access: 'public',
  cdn: true,
  params: z.object({ match_id: matchId }),
  output: homeFixture,
  errors: ['match_not_found'],
})

export const listMatches = endpoint({
  method: 'GET',
  path: MATCHES,
  summary: 'Competition, kick-off and coefficient of the given matches',
  access: 'public',
  cdn: true,
  query: z.object({ ids: idList(matchId, MATCHES_PER_READ) }),
  output: list(
    z.object({
      id: z.number().int(),
      competition_id: z.number().int(),
      match_date: instant,
      competition_cc: z.number(),
      phase: z.string(),
      is_derby: z.boolean(),
      started_at: instant.nullable(),
      finished_at: instant.nullable(),
      updated_at: instant,
    }),
  ),
})

/** One player of a match's lineup. `did_play` is `null` where the match has no coverage of minutes. */
const lineupPlayer = z.object({
  match_id: z.number().int(),
  player_id: z.number().int(),
  player_name: z.string(),
  player_team: z.string(),
  player_position: z.enum(['G', 'D', 'M', 'F']).nullable(),
  is_starter: z.boolean(),
  minutes_played: z.number().int().nullable(),
  side: z.enum(['home', 'away']),
  shirt: z.number().int().nullable(),
  /** "line:column" of a starter, as in `domain/players/eleven.ts`. Always sent, but absent in answers that a phone stored before. */
  grid: z.string().max(MAX_GRID).nullable().optional(),
  /** The official rating, once the result is published. */
  rating: z.number().nullable(),
  photo_url: z.string().nullable(),
  did_play: z.boolean().nullable(),
})
export type LineupPlayer = z.output<typeof lineupPlayer>

/** One of the fixed ranges of a table, 0..99999 being the first: fixed, so that callers share snapshots (spec section 7). */
const rowRange = z
  .object({
    from: integer(0, (POINTS_RANGES_LIMIT - 1) * POINTS_ROWS_LIMIT),
    to: integer(0, POINTS_RANGES_LIMIT * POINTS_ROWS_LIMIT),
  })
  .refine(({ from, to }) => from % POINTS_ROWS_LIMIT === 0 && to === from + POINTS_ROWS_LIMIT - 1)

type RowRange = z.input<typeof rowRange>
interface OfMatch {
  readonly match_id: number
  readonly limit?: number
}

/** One appearance, as the local season aggregation needs it. */
const seasonAppearance = z.object({
  match_id: z.number().int(),
  player_id: z.number().int(),
  player_name: z.string(),
  minutes_played: z.number().int().nullable(),
})
type SeasonAppearance = z.output<typeof seasonAppearance>

/** One player's points in one match, as the local season aggregation needs them. */
const seasonPoints = z.object({
  match_id: z.number().int(),
  player_id: z.number().int(),
  player_name: z.string(),
  rank: z.number().int(),
  points: z.number(),
})
type SeasonPoints = z.output<typeof seasonPoints>

export const listMatchLineups = endpoint({
  method: 'GET',
  path: '/api/match_lineups',
  summary: 'Players of one match, or a range of all appearances in published matches for the local aggregation',
  access: 'public',
  cdn: true,
  query: z.union([z.object({ match_id: matchId }), rowRange]),
  output: z.object({ items: z.union([z.array(lineupPlayer), z.array(seasonAppearance)]) }),
  errors: ['match_not_found'],
})
export type ListLineup = Variant<typeof listMatchLineups, OfMatch, LineupPlayer>
export type ListAppearances = Variant<typeof listMatchLineups, RowRange, SeasonAppearance>

/** One line of a match's published ranking. */
const matchPlayerPoints = z.object({
  match_id: z.number().int(),
  player_id: z.number().int(),
  player_name: z.string(),
  rank: z.number().int(),
  points: z.number(),
  total_votes: z.number().int(),
  unique_voters: z.number().int(),
  source: z.enum(['votes', 'ratings_fallback']),
  /** The 5-3-1 score, then the number of ballots that placed the player first, second, third. */
  score: z.number().int(),
  firsts: z.number().int(),
  seconds: z.number().int(),
  thirds: z.number().int(),
  created_at: instant,
})
export type MatchPlayerPoints = z.output<typeof matchPlayerPoints>

export const listMatchPlayerPoints = endpoint({
  method: 'GET',
  path: PLAYER_POINTS,
  summary: 'Ranking of one match (top ten by default), all points of one player, or a range of all points',
  access: 'public',
  cdn: true,
  query: z.union([
    z.object({ match_id: matchId, limit: integer(1, 120).default(TOP_RANKING_LIMIT) }),
    z.object({ player_id: playerId }),
    rowRange,
  ]),
  output: z.object({ items: z.union([z.array(matchPlayerPoints), z.array(seasonPoints)]) }),
})

export type ListPoints = Variant<typeof listMatchPlayerPoints, OfMatch | { player_id: number }, MatchPlayerPoints>
export type ListSeasonPoints = Variant<typeof listMatchPlayerPoints, RowRange, SeasonPoints>

/** A person of an event; `id` is `null` for somebody who is not in the lineup. */
const eventPerson = z.object({ id: z.number().int().nullable(), name: z.string() }).nullable()

/** An event of a match. A goal that the video referee annulled is not one, only the decision is; kicks of a shoot-out are not goals. */
const matchEvent = z.object({
  minute: z.number().int(),
  /** Stoppage minutes in addition to `minute`. */
  extra: z.number().int().nullable(),
  type: z.enum(EVENT_TYPES),
  /** The side that it belongs to; of an own goal the side that gains it. */
  team: z.enum(['home', 'away']),
  /** The player who scored, missed, was booked or went off; `null` if unknown. */
  player: eventPerson,
  /** The player who gave the pass to a goal, or came on. */
  assist: eventPerson,
})
export type MatchEvent = z.output<typeof matchEvent>

/** Everything a match screen shows, in one read: the match, its players, its events and, once published, its result. */
const matchScreen = z.object({
  match: homeFixture,
  /** Main colours of the shirts, `#rrggbb`; absent unless those of both sides are known. */
  kits: z.object({ home: z.string(), away: z.string() }).optional(),
  players: z.array(lineupPlayer),
  /** In the order of play, kicks last. Always sent, but absent in answers that a phone stored before. */
  events: z.array(matchEvent).max(MAX_EVENTS).optional(),
  /** Empty while the vote is open: results stay hidden. */
  ranking: z.array(matchPlayerPoints),
  result: z.object({
    /** `null`: nothing published yet, or nothing to publish (see `reason`). */
    source: z.enum(['votes', 'ratings_fallback']).nullable(),
    reason: z.enum(['no_ratings']).nullable(),
    voters: z.number().int().nullable(),
    /** Complete ballots that the integrity rule or the operator set aside, if there are any: no figure counts them (docs/decisions/056). */
    ballots_set_aside: z.number().int().positive().optional(),
    /** The first three if all ballots counted, where they differ. */
    first_with_all: z
      .array(z.object({ player_id: z.number().int(), player_name: z.string(), rank: z.number().int() }))
      .max(3)
      .optional(),
    /** Until when the operator reviews the ballots that were set aside; absent for a final result. */
    provisional_until: instant.optional(),
    rule_version: z.string(),
  }),
  votes_open: z.boolean(),
  votes_close_at: instant.nullable(),
  attempt: replayedAttempt,
})
export type MatchScreen = z.output<typeof matchScreen>

export const getMatchScreen = endpoint({
  method: 'GET',
  path: MATCH_SCREEN,
  summary: 'Everything that the match screen shows',
  access: 'public',
  shared: true,
  query: z.object({ match_id: matchId }),
  output: matchScreen,
  errors: ['match_not_found'],
})

const footballPlayer = z.object({
  id: z.number().int(),
  name: z.string(),
  photo: z.string().nullable(),
  team: z.string(),
})

export const footballApi = endpoint({
  method: 'GET',
  path: '/api/functions/football-api',
  summary: 'Stored lineup or details of one match, with photos',
  access: 'public',
  cdn: true,
  query: z.object({ fn: z.enum(['match_lineups', 'match_details']), match_id: matchId }),
  output: z.object({
    match_id: z.number().int(),
    players: z.array(footballPlayer),
    details: z
      .object({
        status: z.string(),
        minute: z.number().int().nullable(),
        home_team: z.string(),
        away_team: z.string(),
        home_score: z.number().int().nullable(),
        away_score: z.number().int().nullable(),
        shootout: shootout.optional(),
      })
      .nullable(),
  }),
  errors: ['match_not_found'],
})
