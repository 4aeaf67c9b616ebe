import { DEMO_MATCH_ID } from '@tribune/domain/matches/demo-match.ts'
import type { SeasonSpan } from '@tribune/domain/season/dates.ts'
import { sql } from 'kysely'
import type { Db } from '../../../infra/database/pool.ts'

/** A season's row. `end` is exclusive; `closedAt` is `null` for the open one. */
export interface Season extends SeasonSpan {
  readonly id: number
  readonly name: string
  readonly label: string
  readonly closedAt: Date | null
  /** Competitions that do not count, fixed when the season closed; `null` while those do not that are hidden. */
  readonly hidden: readonly number[] | null
  readonly computedAt: Date | null
}

/** More seasons than the product will see. */
const MAX_SEASONS = 200

/** Locks points, ranks and dates of all seasons until the transaction ends, so that one server at a time changes them. */
export async function lockSeasons(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(724198402)`.execute(db)
}

/** Selects all seasons, newest first. */
export async function seasons(db: Db): Promise<Season[]> {
  const rows = await db.selectFrom('seasons').selectAll().orderBy('start_at', 'desc').limit(MAX_SEASONS).execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    label: row.label,
    start: row.start_at,
    end: row.end_at,
    closedAt: row.closed_at,
    hidden: row.hidden_competitions,
    computedAt: row.computed_at,
  }))
}

/** Returns whether a season has provisional results. */
export async function hasProvisional(db: Db, { start, end }: SeasonSpan): Promise<boolean> {
  const provisional = db.selectFrom('matches').select('id').where('provisional_until', 'is not', null)
  const row = await provisional
    .where('match_date', '>=', start)
    .where('match_date', '<', end)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export interface NewSeason extends SeasonSpan {
  readonly name: string
  readonly label: string
}

/** Competitions that are hidden now, as an array in the order of their ids. */
const hiddenCompetitions = sql`(SELECT coalesce(array_agg(id ORDER BY id), '{}') FROM available_competitions WHERE NOT enabled)`

/** Closes the open season, if there is one, and fixes the competitions that do not count in it. */
export async function closeSeason(db: Db, at: Date): Promise<void> {
  await sql`
    UPDATE seasons SET closed_at = ${at}, hidden_competitions = ${hiddenCompetitions}
    WHERE closed_at IS NULL`.execute(db)
}

/** Inserts a season, which is the open one. Close the one before first. */
export async function insertOpenSeason(db: Db, { name, label, start, end }: NewSeason): Promise<void> {
  await db.insertInto('seasons').values({ name, label, start_at: start, end_at: end }).execute()
}

/** Inserts a season that is finished already. */
export async function insertClosedSeason(db: Db, { name, label, start, end }: NewSeason, at: Date): Promise<void> {
  await sql`
    INSERT INTO seasons (name, label, start_at, end_at, closed_at, hidden_competitions)
    VALUES (${name}, ${label}, ${start}, ${end}, ${at}, ${hiddenCompetitions})`.execute(db)
}

export async function saveComputed(db: Db, id: number, at: Date): Promise<void> {
  await db.updateTable('seasons').set({ computed_at: at }).where('id', '=', id).execute()
}

/** Moves the dates of seasons, with their labels. */
export async function saveDates(db: Db, moved: readonly Season[]): Promise<void> {
  for (const { id, label, start, end } of moved) {
    await db.updateTable('seasons').set({ label, start_at: start, end_at: end }).where('id', '=', id).execute()
  }
}

/** Deletes the open season with its points and ranks, which follow from the matches. */
export async function deleteOpenSeason(db: Db, id: number): Promise<void> {
  await db.deleteFrom('season_player_points').where('season_id', '=', id).execute()
  await db.deleteFrom('season_rank_history').where('season_id', '=', id).execute()
  await db.deleteFrom('seasons').where('id', '=', id).where('closed_at', 'is', null).execute()
}

/** Reopens a finished season. It counts the competitions that are shown, like any open season. No other season may be open. */
export async function openAgain(db: Db, id: number): Promise<void> {
  await db.updateTable('seasons').set({ closed_at: null, hidden_competitions: null }).where('id', '=', id).execute()
}

export async function saveName(db: Db, id: number, names: { readonly name: string; readonly label: string }) {
  await db.updateTable('seasons').set(names).where('id', '=', id).execute()
}

/** Fixes again which competitions do not count in a finished season: those that are hidden now. */
export async function recountCompetitions(db: Db, id: number): Promise<void> {
  await sql`
    UPDATE seasons SET hidden_competitions = ${hiddenCompetitions}
    WHERE id = ${id} AND closed_at IS NOT NULL`.execute(db)
}

/** Counts published matches that kicked off within one of the spans `before`, and within none of `after`. The demo match counts nowhere. */
export async function matchesLost(
  db: Db,
  before: readonly SeasonSpan[],
  after: readonly SeasonSpan[],
): Promise<number> {
  const isWithin = (spans: readonly SeasonSpan[]) => sql`EXISTS (
    SELECT FROM unnest(${spans.map(({ start }) => start.toISOString())}::timestamptz[],
      ${spans.map(({ end }) => end.toISOString())}::timestamptz[]) AS s (start_at, end_at)
    WHERE m.match_date >= s.start_at AND m.match_date < s.end_at)`
  const { rows } = await sql<{ matches: number }>`
    SELECT count(*)::integer AS matches FROM matches m
    WHERE m.published_at IS NOT NULL AND m.id <> ${DEMO_MATCH_ID} AND ${isWithin(before)} AND NOT ${isWithin(after)}`.execute(
    db,
  )
  return rows[0]?.matches ?? 0
}

interface SeasonSize {
  readonly id: number
  readonly players: number
  readonly matches: number
}

/** Counts the ranked players and the published matches of each season, the demo match in none. */
export async function seasonSizes(db: Db): Promise<SeasonSize[]> {
  const { rows } = await sql<SeasonSize>`
    SELECT s.id, (SELECT count(*)::integer FROM season_player_points p WHERE p.season_id = s.id) AS players,
      (SELECT count(*)::integer FROM matches m WHERE m.published_at IS NOT NULL AND m.id <> ${DEMO_MATCH_ID}
        AND m.match_date >= s.start_at AND m.match_date < s.end_at) AS matches
    FROM seasons s`.execute(db)
  return rows
}

/** Maximum number of equal champions of one season that are named. */
const MAX_CHAMPIONS = 10

/** Selects the players ranked first in each finished season. */
export async function champions(db: Db) {
  const { rows } = await sql<{
    season_id: number
    player_id: number
    player_name: string
    last_team: string | null
    photo_url: string | null
    total_points: number
  }>`
    SELECT c.* FROM seasons s CROSS JOIN LATERAL (
      SELECT season_id, player_id, player_name, last_team, photo_url, total_points FROM season_player_points p
      WHERE p.season_id = s.id AND p.rank = 1 ORDER BY player_name, player_id LIMIT ${MAX_CHAMPIONS}) c
    WHERE s.closed_at IS NOT NULL`.execute(db)
  return rows
}

/** Selects the totals of a player in each season, newest first. */
export function seasonsOfPlayer(db: Db, playerId: number, limit: number) {
  return db
    .selectFrom('season_player_points as p')
    .innerJoin('seasons as s', 's.id', 'p.season_id')
    .select(['p.season_id', 's.name', 's.label', 'p.rank', 'p.total_points', 'p.matches_played'])
    .select(sql<boolean>`s.closed_at IS NULL`.as('open'))
    .where('p.player_id', '=', playerId)
    .orderBy('s.start_at', 'desc')
    .limit(limit)
    .execute()
}
