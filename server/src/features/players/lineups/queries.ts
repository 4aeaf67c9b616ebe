import type { Absence } from '@tribune/domain/players/did-not-play.ts'
import type { Alias } from '@tribune/domain/players/identity.ts'
import { common } from '@tribune/french/sentences/app.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../infra/database/pool.ts'
import { anyOf } from '../../../infra/database/sql.ts'
import type { MatchLineups } from '../../../infra/database/types.generated.ts'
import { recount } from '../../ballots/tally/queries.ts'
import { aliasesInMatch } from '../../common/aliases/queries.ts'
import { moveFollows } from '../../fans/follows/queries.ts'

/** A player to store. `name` and `team` are '' where the feed has none. */
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
  /** Whether the feed reported a rating, so that null takes a stored one back. */
  readonly rating_told: boolean
}

/** Selects the stored players of these matches. */
export function storedPlayers(db: Db, matchIds: readonly number[]) {
  return db
    .selectFrom('match_lineups')
    .select(['match_id', 'player_id', 'team_id', 'shirt', 'player_name', 'minutes_played'])
    .where('match_id', '=', anyOf(matchIds))
    .execute()
}

/**
 * Adds the players of lineups, updates changed names and photos, and locks them all, with the ids that are merged into others: in one statement, in the
 * order of ids. Of a player in two lineups the latter counts.
 */
export async function savePlayers(
  db: Db,
  players: readonly Pick<LineupEntry, 'id' | 'name' | 'photo'>[],
  merged: readonly number[],
): Promise<void> {
  const rows = [...new Map(players.map(({ id, name, photo }) => [id, { id, name, photo }])).values()]
  const newName = sql`CASE WHEN excluded.name = ${common.unknownPlayer} THEN r.name ELSE excluded.name END`
  await sql`
    INSERT INTO players_ref AS r (id, name, photo_url)
    SELECT id, coalesce(nullif(name, ''), ${common.unknownPlayer}), photo FROM (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS p (id bigint, name text, photo text)
      UNION ALL SELECT id, name, photo_url FROM players_ref
      WHERE id = ${anyOf(merged)} AND id <> ALL (${rows.map(({ id }) => id)}::bigint[])
    ) AS all_of_them ORDER BY id
    ON CONFLICT (id) DO UPDATE SET name = ${newName}, photo_url = coalesce(excluded.photo_url, r.photo_url)
    WHERE (r.name, r.photo_url) IS DISTINCT FROM (${newName}, coalesce(excluded.photo_url, r.photo_url))`.execute(db)
}

/**
 * Replaces the lineup of each reported team: players who are no longer listed are deleted; a team that is not reported stays. Returns the number
 * of rows that actually changed. The players must be stored.
 */
export async function replaceLineup(
  db: Db,
  matchId: number,
  teamIds: readonly number[],
  players: readonly LineupEntry[],
): Promise<number> {
  const rows = JSON.stringify(players)
  const gone = await sql`
    DELETE FROM match_lineups WHERE match_id = ${matchId} AND team_id = ANY (${teamIds}::integer[])
    AND player_id NOT IN (SELECT (p ->> 'id')::bigint FROM jsonb_array_elements(${rows}::jsonb) AS p)`.execute(db)
  const written = await sql`
    INSERT INTO match_lineups AS l (match_id, player_id, player_name, team_id, player_team, side, player_position, shirt,
      grid, is_starter, minutes_played, rating)
    SELECT ${matchId}, p.id, coalesce(nullif(p.name, ''), r.name), p.team_id, coalesce(nullif(p.team, ''), t.name, ''),
      p.side, p.position, p.shirt, p.grid, p.starter, p.minutes, CASE WHEN p.rating_told THEN p.rating ELSE coalesce(p.rating, held.rating) END
    FROM jsonb_to_recordset(${rows}::jsonb) AS p (id bigint, name text, team_id integer, team text, side text,
      position text, shirt smallint, grid text, starter boolean, minutes smallint, rating numeric, rating_told boolean)
    JOIN players_ref r ON r.id = p.id
    LEFT JOIN teams t ON t.id = p.team_id
    LEFT JOIN match_lineups held ON held.match_id = ${matchId} AND held.player_id = p.id
    ON CONFLICT (match_id, player_id) DO UPDATE SET
      player_name = excluded.player_name, team_id = excluded.team_id, player_team = excluded.player_team,
      side = excluded.side, player_position = excluded.player_position, shirt = excluded.shirt, grid = excluded.grid,
      is_starter = excluded.is_starter,
      minutes_played = excluded.minutes_played, rating = excluded.rating
    WHERE (l.player_name, l.team_id, l.player_team, l.side, l.player_position, l.shirt, l.grid, l.is_starter,
        l.minutes_played, l.rating)
      IS DISTINCT FROM (excluded.player_name, excluded.team_id, excluded.player_team, excluded.side,
        excluded.player_position, excluded.shirt, excluded.grid, excluded.is_starter,
        excluded.minutes_played, excluded.rating)`.execute(db)
  return Number(gone.numAffectedRows ?? 0n) + Number(written.numAffectedRows ?? 0n)
}

/** Selects the players of these matches of whom the latest readings say that they have not played. */
export function storedAbsences(db: Db, matchIds: readonly number[]) {
  return db.selectFrom('did_not_play').selectAll().where('match_id', '=', anyOf(matchIds)).execute()
}

/** Replaces the absences of a match. */
export async function saveAbsences(db: Db, matchId: number, absences: readonly Absence[]): Promise<void> {
  await db
    .deleteFrom('did_not_play')
    .where('match_id', '=', matchId)
    .where(sql<boolean>`player_id <> ALL (${absences.map(({ player_id }) => player_id)}::bigint[])`)
    .execute()
  if (absences.length === 0) return
  const rows = absences.map((absence) => ({ ...absence, match_id: matchId }))
  await db
    .insertInto('did_not_play')
    .values(rows.sort((one, other) => one.player_id - other.player_id))
    .onConflict((conflict) =>
      conflict.columns(['match_id', 'player_id']).doUpdateSet((eb) => ({
        team_id: eb.ref('excluded.team_id'),
        since: eb.ref('excluded.since'),
        confirmed_at: eb.ref('excluded.confirmed_at'),
      })),
    )
    .execute()
}

/** Selects the latest appearances of players, newest first, a bounded number each. */
export async function appearancesOf(db: Db, playerIds: readonly number[], before: Date | null = null) {
  const { rows } = await sql<{
    player_id: number
    team_id: number
    player_team: string
    competition_id: number
    match_date: Date
    team_is_national: boolean | null
  }>`
    SELECT a.* FROM unnest(${playerIds}::bigint[]) AS p (id)
    CROSS JOIN LATERAL (
      SELECT l.player_id, l.team_id, l.player_team, m.competition_id, m.match_date, t.is_national AS team_is_national
      FROM match_lineups l JOIN matches m ON m.id = l.match_id JOIN teams t ON t.id = l.team_id
      WHERE l.player_id = p.id ${before === null ? sql`` : sql`AND m.match_date < ${before}`}
      ORDER BY m.match_date DESC LIMIT 15
    ) a`.execute(db)
  return rows
}

/** Stores clubs of players, whom the caller has locked. */
export async function saveClubs(db: Db, clubs: readonly { id: number; last_team: string }[]): Promise<void> {
  if (clubs.length === 0) return
  await sql`
    UPDATE players_ref r SET last_team = c.last_team
    FROM jsonb_to_recordset(${JSON.stringify(clubs)}::jsonb) AS c (id bigint, last_team text)
    WHERE r.id = c.id AND r.last_team IS DISTINCT FROM c.last_team`.execute(db)
}

/** A row of `match_lineups` as the feed reports it. A reading may leave fields out. */
export type FeedRow = Partial<Selectable<MatchLineups>> &
  Pick<Selectable<MatchLineups>, 'player_id' | 'team_id' | 'side' | 'is_starter'>

/** A merge, with the rows that the feed lists of both ids in a match. */
export interface MergedInMatch extends Alias {
  readonly match_id: number
  readonly alias_row: FeedRow | null
  readonly kept_row: FeedRow | null
}

/** Selects the merges whose alias readings of these matches list, this one by `listed` or an earlier one, each with its match. */
export async function mergedIn(
  db: Db,
  listed: readonly { readonly match_id: number; readonly alias_id: number }[],
  matchIds: readonly number[],
): Promise<MergedInMatch[]> {
  const { rows } = await sql<MergedInMatch>`
    WITH listed AS (
      SELECT match_id, alias_id FROM alias_lineups WHERE match_id = ${anyOf(matchIds)}
      UNION SELECT * FROM jsonb_to_recordset(${JSON.stringify(listed)}::jsonb) AS r (match_id bigint, alias_id bigint)
    )
    SELECT i.match_id, a.alias_id AS alias, a.player_id AS player, p.name, l.alias_row,
      CASE WHEN l.alias_id IS NULL THEN to_jsonb(k) ELSE l.kept_row END AS kept_row
    FROM listed i JOIN player_aliases a USING (alias_id) JOIN players_ref p ON p.id = a.player_id
    LEFT JOIN alias_lineups l ON l.alias_id = a.alias_id AND l.match_id = i.match_id
    LEFT JOIN match_lineups k ON k.match_id = i.match_id AND k.player_id = a.player_id
    ORDER BY i.match_id, a.alias_id`.execute(db)
  return rows
}

/** Lineup rows as the feed reports them, of a match in which it lists an alias; `retained` where it lists the person under both ids. */
export interface AliasedRows {
  readonly matchId: number
  readonly alias: LineupEntry
  readonly retained: LineupEntry | null
}

/**
 * Stores which rows the feed reports under an alias, from which a merge can be taken back; what a reading lacks stays. Forgets those of the reported teams
 * that the feed no longer lists; a team that is not reported stays.
 */
export async function saveAliased(
  db: Db,
  reported: readonly { readonly match_id: number; readonly team_id: number }[],
  aliased: readonly AliasedRows[],
): Promise<void> {
  const rows = aliased.map(({ matchId, alias, retained }) => ({
    match_id: matchId,
    alias_id: alias.id,
    alias_row: feedRow(matchId, alias),
    ...(retained === null ? {} : { kept_row: feedRow(matchId, retained) }),
  }))
  await sql`
    DELETE FROM alias_lineups
    WHERE (match_id, (alias_row ->> 'team_id')::integer) IN (SELECT * FROM unnest(${reported.map((team) => team.match_id)}::bigint[], ${reported.map((team) => team.team_id)}::integer[]))
      AND (alias_id, match_id) NOT IN (SELECT * FROM unnest(${rows.map((row) => row.alias_id)}::bigint[], ${rows.map((row) => row.match_id)}::bigint[]))`.execute(
    db,
  )
  if (rows.length === 0) return
  await sql`
    INSERT INTO alias_lineups AS l (alias_id, match_id, alias_row, kept_row)
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (alias_id bigint, match_id bigint, alias_row jsonb, kept_row jsonb)
    ORDER BY alias_id, match_id
    ON CONFLICT (alias_id, match_id) DO UPDATE SET alias_row = l.alias_row || excluded.alias_row,
      kept_row = CASE WHEN jsonb_typeof(l.kept_row) = 'object' THEN l.kept_row || excluded.kept_row ELSE excluded.kept_row END`.execute(
    db,
  )
}

/** Makes the row of `match_lineups` of an entry, without what the entry lacks; a rating that was taken back is `null`. */
function feedRow(matchId: number, entry: LineupEntry) {
  const row = {
    match_id: matchId,
    player_id: entry.id,
    player_name: entry.name,
    team_id: entry.team_id,
    player_team: entry.team,
    side: entry.side,
    player_position: entry.position,
    shirt: entry.shirt,
    grid: entry.grid,
    is_starter: entry.starter,
    minutes_played: entry.minutes,
    rating: entry.rating,
  }
  const isKnown = ([column, value]: [string, unknown]) =>
    (value !== null && value !== '') || (column === 'rating' && entry.rating_told)
  return Object.fromEntries(Object.entries(row).filter(isKnown))
}

/** Places of a ballot once an alias is merged: the person's better place has their id, and a second one, which is void, the alias. */
export function mergedPlaces(row: string, { alias, player }: Pick<Alias, 'alias' | 'player'>) {
  const place = (name: string) => sql.ref(`${row}.${name}_id`)
  const [first, second, third] = [place('first'), place('second'), place('third')]
  const isBoth = (one: typeof first) => sql`${one} IN (${alias}::bigint, ${player}::bigint)`
  return [
    sql`CASE WHEN ${isBoth(first)} THEN ${player}::bigint ELSE ${first} END`,
    sql`CASE WHEN ${isBoth(second)} THEN CASE WHEN ${isBoth(first)} THEN ${alias}::bigint ELSE ${player}::bigint END ELSE ${second} END`,
    sql`CASE WHEN ${isBoth(third)} THEN CASE WHEN ${isBoth(first)} OR ${isBoth(second)} THEN ${alias}::bigint ELSE ${player}::bigint END
      ELSE ${third} END`,
  ] as const
}

/**
 * Rewrites picks of an alias to the player in ballots of these matches, stores what they were, and recounts the tallies. Returns the number of rewritten
 * ballots. The caller must have locked the matches' ballots.
 */
export async function mergePicks(
  db: Db,
  alias: Pick<Alias, 'alias' | 'player'>,
  matchIds: readonly number[],
): Promise<number> {
  const [first, second, third] = mergedPlaces('v', alias)
  const { rows } = await sql<{ match_id: number }>`
    WITH theirs AS MATERIALIZED (
      SELECT v.bucket, v.user_id, v.match_id, v.id, v.first_id, v.second_id, v.third_id,
        ${first} AS first, ${second} AS second, ${third} AS third
      FROM votes v WHERE v.match_id = ${anyOf(matchIds)} AND ${alias.alias}::bigint IN (v.first_id, v.second_id, v.third_id)
        AND (v.first_id, v.second_id, v.third_id) IS DISTINCT FROM (${first}, ${second}, ${third})
      ORDER BY v.match_id, v.user_id FOR UPDATE
    ), noted AS (
      INSERT INTO alias_ballots (alias_id, match_id, vote_id, first_id, second_id, third_id)
      SELECT ${alias.alias}, match_id, id, first_id, second_id, third_id FROM theirs
      ON CONFLICT (alias_id, match_id, vote_id) DO UPDATE
        SET first_id = excluded.first_id, second_id = excluded.second_id, third_id = excluded.third_id
    )
    UPDATE votes v SET first_id = t.first, second_id = t.second, third_id = t.third
    FROM theirs t WHERE v.bucket = t.bucket AND v.user_id = t.user_id AND v.match_id = t.match_id RETURNING v.match_id`.execute(
    db,
  )
  for (const id of new Set(rows.map((row) => row.match_id))) await recount(db, id)
  return rows.length
}

/** Rewrites picks of aliases that were checked before a merge and written after it. The caller must have locked the match's ballots. */
export async function settleAliases(db: Db, matchId: number): Promise<void> {
  for (const alias of await aliasesInMatch(db, matchId)) await mergePicks(db, alias, [matchId])
}

/** Merges our own ids into the feed's, with ballots, tally and follows. The caller must have locked the match's ballots. */
export async function mergePlayers(
  db: Db,
  matchId: number,
  merges: readonly { readonly from: number; readonly to: number }[],
): Promise<void> {
  await db
    .insertInto('player_merges')
    .values(merges.map(({ from, to }) => ({ match_id: matchId, from_id: from, to_id: to })))
    .onConflict((conflict) =>
      conflict.columns(['match_id', 'from_id']).doUpdateSet((eb) => ({ to_id: eb.ref('excluded.to_id') })),
    )
    .execute()
  await settlePicks(db, matchId)
  await moveFollows(db, merges)
}

/**
 * Rewrites picks of merged players to the feed's id, and recounts the tally if there were any. If both ids are on one ballot, the better
 * position stays. The caller must have locked the match's ballots.
 */
export async function settlePicks(db: Db, matchId: number): Promise<void> {
  const merged = await db
    .selectFrom('player_merges')
    .select(['from_id', 'to_id'])
    .where('match_id', '=', matchId)
    .execute()
  if (merged.length === 0) return
  const moved = await sql`
    WITH merged AS (
      SELECT from_id, to_id FROM player_merges WHERE match_id = ${matchId}
    ), settled AS (
      SELECT v.bucket, v.user_id, coalesce(a.to_id, v.first_id) AS first_id, coalesce(b.to_id, v.second_id) AS second_id,
        coalesce(c.to_id, v.third_id) AS third_id
      FROM votes v
      LEFT JOIN merged a ON a.from_id = v.first_id
      LEFT JOIN merged b ON b.from_id = v.second_id
      LEFT JOIN merged c ON c.from_id = v.third_id
      WHERE v.match_id = ${matchId} AND (a.to_id IS NOT NULL OR b.to_id IS NOT NULL OR c.to_id IS NOT NULL)
    )
    UPDATE votes v SET first_id = s.first_id, second_id = nullif(s.second_id, s.first_id),
      third_id = nullif(nullif(s.third_id, s.first_id), s.second_id)
    FROM settled s WHERE v.bucket = s.bucket AND v.user_id = s.user_id AND v.match_id = ${matchId}`.execute(db)
  if ((moved.numAffectedRows ?? 0n) > 0n) await recount(db, matchId)
}
