import { DEMO_MATCH_ID } from '@tribune/domain/matches/demo-match.ts'
import type { ReportedEvent } from '@tribune/domain/matches/events.ts'
import type { Kits } from '@tribune/domain/matches/kit-colours.ts'
import type { MatchStatus } from '@tribune/domain/matches/status.ts'
import type { FeedMatch } from '@tribune/football/feed.ts'
import { common } from '@tribune/french/sentences/app.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../infra/database/pool.ts'
import { anyOf, withRowsLocked } from '../../../infra/database/sql.ts'
import type { DB, Matches } from '../../../infra/database/types.generated.ts'
import { type Named, nameCompetition, sharedNameCountry } from '../competitions/queries.ts'

export type MatchRow = Selectable<Matches>
type ViewRow = Selectable<DB['home_fixtures']>

/** Columns of the home view that may be null. */
type NullableColumn =
  | 'minute'
  | 'extra'
  | 'home_score'
  | 'away_score'
  | 'home_kicks'
  | 'away_kicks'
  | 'shootout_winner'
  | 'finished_at'
  | 'status_reason'
  | 'postponed_until'
  | 'home_team_logo'
  | 'away_team_logo'
  | 'competition_logo'

/** A row of the home view. The generated type cannot know which columns of a view are never null. */
export type HomeRow = {
  [K in keyof ViewRow]: K extends NullableColumn
    ? ViewRow[K]
    : K extends 'status'
      ? MatchStatus
      : NonNullable<ViewRow[K]>
}

/** More than a month of all competitions; beyond it the list keeps the newest. */
const HOME_LIMIT = 5_000

interface HomeFilter {
  readonly ids?: readonly number[] | undefined
  readonly status?: MatchStatus | undefined
  readonly competitionId?: number | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  /** Sort order; the limit keeps the oldest (`asc`) or the newest. */
  readonly order: 'asc' | 'desc'
  readonly limit?: number | undefined
  /** Leaves out the demo match, as the history does. */
  readonly isHistory?: boolean
}

/** Selects home rows of enabled competitions, by date. */
export async function homeRows(db: Db, filter: HomeFilter): Promise<HomeRow[]> {
  let query = named(db).where('enabled', '=', true)
  if (filter.ids !== undefined) query = query.where('match_id', '=', anyOf(filter.ids))
  if (filter.status !== undefined) query = query.where('status', '=', filter.status)
  if (filter.competitionId !== undefined) query = query.where('competition_id', '=', filter.competitionId)
  if (filter.isHistory === true) query = query.where('match_id', '<>', DEMO_MATCH_ID)
  if (filter.from !== undefined) query = query.where('match_date', '>=', filter.from)
  if (filter.to !== undefined) query = query.where('match_date', '<=', filter.to)
  const rows = await query
    .orderBy('match_date', filter.order)
    .orderBy('match_id', filter.order)
    .limit(filter.limit ?? HOME_LIMIT)
    .execute()
  return (rows as (HomeRow & Named)[]).map(nameCompetition)
}

/** Selects one home row, even of a disabled competition, so that links to matches keep working. */
export async function homeRow(db: Db, matchId: number): Promise<HomeRow | undefined> {
  const row = await named(db).where('match_id', '=', matchId).executeTakeFirst()
  return row === undefined ? undefined : nameCompetition(row as HomeRow & Named)
}

function named(db: Db) {
  const country = sharedNameCountry('home_fixtures.competition_id').as('competition_country')
  return db.selectFrom('home_fixtures').selectAll().select(country)
}

/** Selects rows for live events, even of disabled competitions, so that links to matches keep working. */
export async function liveRows(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom('home_fixtures as h')
    .innerJoin('matches as m', 'm.id', 'h.match_id')
    .selectAll('h')
    .select(sharedNameCountry('h.competition_id').as('competition_country'))
    .select(['m.votes_open', 'm.votes_close_at', 'm.ranked_at', 'm.published_at', 'm.attempt'])
    .where('h.match_id', '=', anyOf(ids))
    .orderBy('h.match_id')
    .execute()
  return rows.map(({ votes_open, votes_close_at, ranked_at, published_at, attempt, ...row }) => ({
    home: nameCompetition(row as HomeRow & Named),
    votes_open,
    votes_close_at,
    ranked_at,
    published_at,
    attempt,
  }))
}
export type LiveRow = Awaited<ReturnType<typeof liveRows>>[number]

export function matchRow(db: Db, matchId: number): Promise<MatchRow | undefined> {
  return db.selectFrom('matches').selectAll().where('id', '=', matchId).executeTakeFirst()
}

/** Selects what lists of matches show. */
export function listedMatches(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('matches')
    .select(['id', 'competition_id', 'match_date', 'competition_cc', 'phase', 'is_derby', 'started_at', 'finished_at'])
    .select('updated_at')
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .execute()
}
export type ListedMatch = Awaited<ReturnType<typeof listedMatches>>[number]

/** Selects the ids of matches with an open vote, and of those that kick off between two moments: at most `limit`. */
export async function currentMatches(db: Db, from: Date, to: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('matches')
    .select('id')
    .where((where) =>
      where.or([
        where.and([where('votes_open', '=', true), where('published_at', 'is', null)]),
        where.between('match_date', from, to),
      ]),
    )
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export function lineupOf(db: Db, matchId: number) {
  return db
    .selectFrom('match_lineups as l')
    .innerJoin('players_ref as p', 'p.id', 'l.player_id')
    .select([
      'l.match_id',
      'l.player_id',
      'l.player_name',
      'l.player_team',
      'l.player_position',
      'l.is_starter',
      'l.minutes_played',
      'l.side',
      'l.shirt',
      'l.rating',
      'l.team_id',
      'l.grid',
      'p.photo_url',
    ])
    .where('l.match_id', '=', matchId)
    .orderBy('l.side', 'desc')
    .orderBy('l.is_starter', 'desc')
    .orderBy(sql`array_position(ARRAY['G','D','M','F'], l.player_position)`)
    .orderBy('l.shirt')
    .orderBy('l.player_id')
    .execute()
}
export type LineupRow = Awaited<ReturnType<typeof lineupOf>>[number]

/** More players than any lineup has. */
const WHOLE_RANKING = 200

/** Selects a match's ranking, or its first `limit` players; nothing before publication. */
export function publishedPoints(db: Db, matchId: number, limit = WHOLE_RANKING) {
  return db
    .selectFrom('match_player_points as p')
    .innerJoin('matches as m', 'm.id', 'p.match_id')
    .selectAll('p')
    .where('p.match_id', '=', matchId)
    .where('m.published_at', 'is not', null)
    .orderBy('p.rank')
    .orderBy('p.player_id')
    .limit(limit)
    .execute()
}

/** Selects the first-ranked players of published matches of enabled competitions that kicked off since `from`. */
export function winnersSince(db: Db, from: Date) {
  return db
    .selectFrom('matches as m')
    .innerJoin('available_competitions as c', 'c.id', 'm.competition_id')
    .innerJoin('match_player_points as p', 'p.match_id', 'm.id')
    .select(['p.match_id', 'p.player_id', 'p.player_name', 'p.points', 'p.source'])
    .select(sql<boolean>`m.provisional_until IS NOT NULL`.as('provisional'))
    .where('c.enabled', '=', true)
    .where('m.id', '<>', DEMO_MATCH_ID)
    .where('m.match_date', '>=', from)
    .where('m.published_at', 'is not', null)
    .where('p.rank', '=', 1)
    .orderBy('m.match_date', 'desc')
    .orderBy('p.match_id')
    .orderBy('p.player_id')
    .limit(HOME_LIMIT)
    .execute()
}

export function pointsOfPlayer(db: Db, playerId: number, limit: number) {
  return db
    .selectFrom('match_player_points as p')
    .innerJoin('matches as m', 'm.id', 'p.match_id')
    .selectAll('p')
    .where('p.player_id', '=', playerId)
    .where('m.published_at', 'is not', null)
    .orderBy('m.match_date', 'desc')
    .limit(limit)
    .execute()
}

interface Rows {
  readonly from: number
  readonly to: number
}

/** Selects points of all published matches, in a fixed order, rows `from` to `to`. */
export function allPoints(db: Db, { from, to }: Rows) {
  return db
    .selectFrom('match_player_points as p')
    .innerJoin('matches as m', 'm.id', 'p.match_id')
    .select(['p.match_id', 'p.player_id', 'p.player_name', 'p.rank', 'p.points'])
    .where('m.published_at', 'is not', null)
    .where('m.id', '<>', DEMO_MATCH_ID)
    .orderBy('p.match_id')
    .orderBy('p.player_id')
    .offset(from)
    .limit(Math.max(to - from + 1, 0))
    .execute()
}

/** Selects appearances in all published matches, in a fixed order, rows `from` to `to`. */
export function allAppearances(db: Db, { from, to }: Rows) {
  return db
    .selectFrom('match_lineups as l')
    .innerJoin('matches as m', 'm.id', 'l.match_id')
    .select(['l.match_id', 'l.player_id', 'l.player_name', 'l.minutes_played'])
    .where('m.published_at', 'is not', null)
    .where('m.id', '<>', DEMO_MATCH_ID)
    .orderBy('l.match_id')
    .orderBy('l.player_id')
    .offset(from)
    .limit(Math.max(to - from + 1, 0))
    .execute()
}

/** Selects and locks stored matches, always in the same order, which prevents deadlocks. */
export function lockMatches(db: Db, ids: readonly number[]): Promise<MatchRow[]> {
  return db.selectFrom('matches').selectAll().where('id', '=', anyOf(ids)).orderBy('id').forNoKeyUpdate().execute()
}

/** Adds the teams of these matches, and updates changed names and logos; values that the feed leaves out stay unchanged. */
export async function saveTeamsOf(db: Db, matches: readonly FeedMatch[]): Promise<void> {
  const teams = new Map(matches.flatMap((match) => [match.home, match.away]).map((team) => [team.id, team]))
  if (teams.size === 0) return
  const newName = sql<string>`CASE WHEN excluded.name = ${common.unknownTeam} THEN teams.name ELSE excluded.name END`
  const newLogo = sql<string | null>`coalesce(excluded.logo, teams.logo)`
  const rows = [...teams.values()]
    .map(({ id, name, logo }) => ({ id, name: name || common.unknownTeam, logo }))
    .sort((a, b) => a.id - b.id)
  await db
    .insertInto('teams')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ name: newName, logo: newLogo })
        .where(sql<boolean>`(teams.name, teams.logo) IS DISTINCT FROM (${newName}, ${newLogo})`),
    )
    .execute()
}

/** Puts matches on the list of those without lineups. */
export async function excludeMatches(db: Db, ids: readonly number[], at: Date): Promise<void> {
  if (ids.length === 0) return
  const inOrder = ids.toSorted((a, b) => a - b)
  const rows = inOrder.map((match_id) => ({ match_id, reason: 'no_lineups_available', excluded_at: at }))
  await db
    .insertInto('excluded_matches')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Takes matches off that list. */
export async function includeMatches(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const rows = { table: 'excluded_matches', key: 'match_id', values: ids, lock: 'UPDATE' } as const
  await withRowsLocked(db, rows, (tx) => tx.deleteFrom('excluded_matches').where('match_id', '=', anyOf(ids)).execute())
}

/** The shirts' colours of a match, as far as a reading has them. */
interface ReadKits {
  readonly match_id: number
  readonly home: string | null
  readonly away: string | null
}

/** Selects the shirts' colours of a match, if those of both sides are known. */
export async function kitsOf(db: Db, matchId: number): Promise<Kits | undefined> {
  const stored = await db.selectFrom('match_kits').select(['home', 'away']).where('match_id', '=', matchId).execute()
  return stored.flatMap(({ home, away }) => (home === null || away === null ? [] : [{ home, away }]))[0]
}

/** Stores colours of matches, which the caller must have locked; those that a reading lacks stay. Returns the ids of matches that have other ones now. */
export async function saveKits(db: Db, read: readonly ReadKits[]): Promise<number[]> {
  const kits = read.filter(({ home, away }) => home !== null || away !== null)
  if (kits.length === 0) return []
  const { rows } = await sql<{ match_id: number }>`
    INSERT INTO match_kits AS k (match_id, home, away)
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(kits)}::jsonb) AS r (match_id bigint, home text, away text) ORDER BY match_id
    ON CONFLICT (match_id) DO UPDATE SET home = coalesce(excluded.home, k.home), away = coalesce(excluded.away, k.away)
    WHERE (k.home, k.away) IS DISTINCT FROM (coalesce(excluded.home, k.home), coalesce(excluded.away, k.away))
    RETURNING match_id`.execute(db)
  return rows.map(({ match_id }) => match_id)
}

/** The feed's list of events of a match. */
interface EventList {
  readonly match_id: number
  readonly events: readonly ReportedEvent[]
}

/** Selects the stored lists of these matches. */
export function storedEvents(db: Db, matchIds: readonly number[]): Promise<EventList[]> {
  return db.selectFrom('match_events').selectAll().where('match_id', '=', anyOf(matchIds)).execute()
}

/** Replaces the lists of these matches, which the caller must have locked. Returns the ids of those that differ from the stored ones. */
export async function saveEvents(db: Db, lists: readonly EventList[]): Promise<number[]> {
  if (lists.length === 0) return []
  const { rows } = await sql<{ match_id: number }>`
    INSERT INTO match_events AS e (match_id, events)
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(lists)}::jsonb) AS r (match_id bigint, events jsonb) ORDER BY match_id
    ON CONFLICT (match_id) DO UPDATE SET events = excluded.events WHERE e.events <> excluded.events
    RETURNING match_id`.execute(db)
  return rows.map(({ match_id }) => match_id)
}
