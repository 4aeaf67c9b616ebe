import { type Insertable, sql } from 'kysely'
import { anyOf } from '../../database/any-of.ts'
import type { Db } from '../../database/pool.ts'
import type { Matches } from '../../database/types.generated.ts'
import type { MatchRow } from '../matches/queries.ts'

export type NewMatch = Insertable<Matches>

/** Stored matches of an observation, locked in one order so that two observers never wait for each other in a ring. */
export function lockMatches(db: Db, ids: readonly number[]): Promise<MatchRow[]> {
  return db.selectFrom('matches').selectAll().where('id', '=', anyOf(ids)).orderBy('id').forUpdate().execute()
}

export function allCompetitions(db: Db) {
  return db.selectFrom('available_competitions').selectAll().execute()
}

export function phaseTable(db: Db) {
  return db.selectFrom('match_coefficients').selectAll().execute()
}

/** Adds teams and corrects names and logos that changed. */
export async function saveTeams(
  db: Db,
  teams: readonly { id: number; name: string; logo: string | null }[],
): Promise<void> {
  if (teams.length === 0) return
  await db
    .insertInto('teams')
    .values([...teams])
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ name: (eb) => eb.ref('excluded.name'), logo: (eb) => eb.ref('excluded.logo') })
        .where(sql<boolean>`(teams.name, teams.logo) IS DISTINCT FROM (excluded.name, excluded.logo)`),
    )
    .execute()
}

/** Writes whole rows: what a match becomes is decided by the domain before. */
export async function saveMatches(db: Db, rows: readonly NewMatch[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('matches')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        status: eb.ref('excluded.status'),
        raw_status: eb.ref('excluded.raw_status'),
        status_reason: eb.ref('excluded.status_reason'),
        postponed_until: eb.ref('excluded.postponed_until'),
        match_date: eb.ref('excluded.match_date'),
        kickoff_hour_known: eb.ref('excluded.kickoff_hour_known'),
        minute: eb.ref('excluded.minute'),
        extra: eb.ref('excluded.extra'),
        home_team_id: eb.ref('excluded.home_team_id'),
        away_team_id: eb.ref('excluded.away_team_id'),
        home_score: eb.ref('excluded.home_score'),
        away_score: eb.ref('excluded.away_score'),
        started_at: eb.ref('excluded.started_at'),
        finished_at: eb.ref('excluded.finished_at'),
        votes_open: eb.ref('excluded.votes_open'),
        votes_close_at: eb.ref('excluded.votes_close_at'),
        observed_at: eb.ref('excluded.observed_at'),
        misses: sql`0`,
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute()
}

export async function touchObserved(db: Db, ids: readonly number[], at: Date): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('matches').set({ observed_at: at, misses: 0 }).where('id', '=', anyOf(ids)).execute()
}

/** Counts a reading in which the feed did not know these matches any more. */
export async function countMisses(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('matches').set({ misses: sql`least(misses + 1, 100)` }).where('id', '=', anyOf(ids)).execute()
}

export async function touchDetails(db: Db, ids: readonly number[], at: Date): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('matches').set({ details_at: at }).where('id', '=', anyOf(ids)).execute()
}

export interface LineupEntry {
  readonly id: number
  readonly name: string
  readonly photo: string | null
  readonly team_id: number
  readonly team: string
  readonly side: string
  readonly position: string | null
  readonly shirt: number | null
  readonly grid: string | null
  readonly starter: boolean
  readonly minutes: number | null
  readonly rating: number | null
}

/** Replaces a lineup as a whole: who is no longer announced is gone. Gives the number of rows that really changed. */
export async function replaceLineup(db: Db, matchId: number, players: readonly LineupEntry[]): Promise<number> {
  const rows = JSON.stringify(players)
  await sql`
    INSERT INTO players_ref AS r (id, name, photo_url)
    SELECT id, name, photo FROM jsonb_to_recordset(${rows}::jsonb) AS p (id bigint, name text, photo text) ORDER BY id
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, photo_url = coalesce(excluded.photo_url, r.photo_url)
    WHERE (r.name, r.photo_url) IS DISTINCT FROM (excluded.name, coalesce(excluded.photo_url, r.photo_url))`.execute(db)
  const gone = await sql`
    DELETE FROM match_lineups WHERE match_id = ${matchId}
    AND player_id NOT IN (SELECT (p ->> 'id')::bigint FROM jsonb_array_elements(${rows}::jsonb) AS p)`.execute(db)
  const written = await sql`
    INSERT INTO match_lineups AS l (match_id, player_id, player_name, team_id, player_team, side, player_position, shirt,
      grid, is_starter, minutes_played, rating)
    SELECT ${matchId}, id, name, team_id, team, side, position, shirt, grid, starter, minutes, rating
    FROM jsonb_to_recordset(${rows}::jsonb) AS p (id bigint, name text, team_id integer, team text, side text,
      position text, shirt smallint, grid text, starter boolean, minutes smallint, rating numeric)
    ON CONFLICT (match_id, player_id) DO UPDATE SET
      player_name = excluded.player_name, team_id = excluded.team_id, player_team = excluded.player_team,
      side = excluded.side, player_position = excluded.player_position, shirt = excluded.shirt, grid = excluded.grid,
      is_starter = excluded.is_starter,
      minutes_played = coalesce(excluded.minutes_played, l.minutes_played), rating = coalesce(excluded.rating, l.rating)
    WHERE (l.player_name, l.team_id, l.player_team, l.side, l.player_position, l.shirt, l.grid, l.is_starter,
        l.minutes_played, l.rating)
      IS DISTINCT FROM (excluded.player_name, excluded.team_id, excluded.player_team, excluded.side,
        excluded.player_position, excluded.shirt, excluded.grid, excluded.is_starter,
        coalesce(excluded.minutes_played, l.minutes_played), coalesce(excluded.rating, l.rating))`.execute(db)
  return Number(gone.numAffectedRows ?? 0n) + Number(written.numAffectedRows ?? 0n)
}

/** Where and when the players of a lineup last stood in one, newest first, a bounded number each. */
export async function appearancesOf(db: Db, playerIds: readonly number[]) {
  const { rows } = await sql<{
    player_id: number
    player_team: string
    competition_id: number
    match_date: Date
    team_is_national: boolean | null
  }>`
    SELECT a.* FROM unnest(${playerIds}::bigint[]) AS p (id)
    CROSS JOIN LATERAL (
      SELECT l.player_id, l.player_team, m.competition_id, m.match_date, t.is_national AS team_is_national
      FROM match_lineups l JOIN matches m ON m.id = l.match_id JOIN teams t ON t.id = l.team_id
      WHERE l.player_id = p.id ORDER BY m.match_date DESC LIMIT 15
    ) a`.execute(db)
  return rows
}

export async function saveClubs(db: Db, clubs: readonly { id: number; last_team: string }[]): Promise<void> {
  if (clubs.length === 0) return
  await sql`
    UPDATE players_ref r SET last_team = c.last_team
    FROM jsonb_to_recordset(${JSON.stringify(clubs)}::jsonb) AS c (id bigint, last_team text)
    WHERE r.id = c.id AND r.last_team IS DISTINCT FROM c.last_team`.execute(db)
}

/** Matches to read in full: in play, about to start and without a lineup, or ended within the voting window. */
export async function matchesWantingDetails(db: Db, now: Date, staleBefore: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT m.id FROM matches m
    WHERE (m.details_at IS NULL OR m.details_at < ${staleBefore}) AND (
      m.status IN ('live', 'suspended') AND m.match_date > ${now}::timestamptz - interval '12 hours'
      OR m.status = 'upcoming' AND m.match_date BETWEEN ${now}::timestamptz - interval '3 hours' AND ${now}::timestamptz + interval '1 hour'
        AND (m.details_at IS NULL OR m.details_at < ${now}::timestamptz - interval '5 minutes')
      OR m.status = 'finished' AND m.votes_close_at > ${now}::timestamptz
        AND (m.details_at IS NULL OR m.details_at < ${now}::timestamptz - interval '5 minutes'))
    ORDER BY m.details_at NULLS FIRST, m.id LIMIT ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/** Finished matches of the last `days` whose record was never read in full. */
export async function finishedWithoutDetails(db: Db, since: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('matches')
    .select('id')
    .where('status', '=', 'finished')
    .where('details_at', 'is', null)
    .where('match_date', '>=', since)
    .orderBy('match_date', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Matches we believe in play. */
export function inPlay(db: Db): Promise<MatchRow[]> {
  return db.selectFrom('matches').selectAll().where('status', '=', 'live').orderBy('id').execute()
}

/** Matches that kicked off within the last days, with the size of their lineup, and whether the feed was asked for it. */
export async function lineupSizes(db: Db, since: Date, until: Date) {
  const { rows } = await sql<{
    id: number
    status: MatchRow['status']
    match_date: Date
    players: number
    asked: boolean
    excluded: boolean
  }>`
    SELECT m.id, m.status, m.match_date, x.match_id IS NOT NULL AS excluded,
      m.details_at IS NOT NULL OR m.misses > 0 AS asked,
      (SELECT count(*) FROM match_lineups l WHERE l.match_id = m.id)::integer AS players
    FROM matches m LEFT JOIN excluded_matches x ON x.match_id = m.id
    WHERE m.match_date BETWEEN ${since} AND ${until}`.execute(db)
  return rows
}

export async function excludeMatches(db: Db, ids: readonly number[], at: Date): Promise<void> {
  if (ids.length === 0) return
  const rows = ids.map((match_id) => ({ match_id, reason: 'no_lineups_available', excluded_at: at }))
  await db
    .insertInto('excluded_matches')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function includeMatches(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db.deleteFrom('excluded_matches').where('match_id', '=', anyOf(ids)).execute()
}

export async function teamsOfUnknownKind(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('teams')
    .select('id')
    .where('is_national', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

export async function saveTeamKind(db: Db, id: number, isNational: boolean): Promise<void> {
  await db.updateTable('teams').set({ is_national: isNational }).where('id', '=', id).execute()
}

export interface FollowedRow {
  readonly id: number
  readonly name: string
  readonly country: string
  readonly type: string
  readonly logo: string | null
  readonly coefficient: number
}

/** Adds competitions with their first coefficient; of known ones only the feed's own facts are corrected. */
export async function saveCompetitions(db: Db, rows: readonly FollowedRow[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('available_competitions')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        name: eb.ref('excluded.name'),
        country: eb.ref('excluded.country'),
        type: eb.ref('excluded.type'),
        logo: eb.ref('excluded.logo'),
      })),
    )
    .execute()
}
