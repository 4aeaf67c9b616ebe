import { voteWindow } from '@tribune/domain/voting-window.ts'
import { sql } from 'kysely'
import type { Db } from '../database/pool.ts'

/** Numbers for rows that only have to differ; each test file has its own database. */
let last = 1_000
export const nextId = () => {
  last += 1
  return last
}

export interface MatchSketch {
  readonly status?: 'upcoming' | 'live' | 'finished' | 'postponed' | 'cancelled' | 'suspended'
  readonly minute?: number | null
  readonly finishedAt?: Date | null
  readonly kickoffAt?: Date
  readonly coefficient?: number
  readonly competitionId?: number
  readonly players?: number
  readonly minutes?: number | null
  readonly rating?: number | null
}

export interface BuiltMatch {
  readonly id: number
  readonly playerIds: readonly number[]
}

/** A match with a lineup, in any state: open to votes unless told otherwise. */
export async function buildMatch(db: Db, sketch: MatchSketch = {}): Promise<BuiltMatch> {
  const { status = 'live', minute = status === 'live' ? 70 : null, coefficient = 3, competitionId = 61 } = sketch
  const finishedAt = sketch.finishedAt ?? (status === 'finished' ? new Date() : null)
  const id = nextId()
  const [home, away] = [nextId(), nextId()]
  await db
    .insertInto('available_competitions')
    .values({ id: competitionId, name: `Championnat ${competitionId}`, coefficient })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('teams')
    .values([
      { id: home, name: `FC Rive ${home}` },
      { id: away, name: `Stade Aval ${away}` },
    ])
    .execute()
  const window = voteWindow({ status, minute, finished_at: finishedAt })
  const kickoff = sketch.kickoffAt ?? new Date(Date.now() - 80 * 60_000)
  await db
    .insertInto('matches')
    .values({
      id,
      competition_id: competitionId,
      competition_cc: coefficient,
      coefficient,
      season: 2026,
      match_date: kickoff,
      status,
      raw_status: status === 'live' ? '2H' : 'FT',
      minute,
      home_team_id: home,
      away_team_id: away,
      started_at: status === 'upcoming' ? null : kickoff,
      finished_at: finishedAt,
      votes_open: window.open,
      votes_close_at: window.closes_at,
      observed_at: new Date(),
    })
    .execute()
  return { id, playerIds: await buildLineup(db, id, [home, away], sketch) }
}

async function buildLineup(db: Db, matchId: number, teams: readonly [number, number], sketch: MatchSketch) {
  const { players = 22, minutes = 90, rating = null } = sketch
  const ids = Array.from({ length: players }, nextId)
  if (ids.length === 0) return ids
  await db
    .insertInto('players_ref')
    .values(ids.map((id) => ({ id, name: `Joueur ${id}` })))
    .execute()
  const rows = ids.map((id, index) => {
    const side = index % 2 === 0 ? 'home' : 'away'
    const team_id = teams[index % 2 === 0 ? 0 : 1]
    return {
      match_id: matchId,
      player_id: id,
      player_name: `Joueur ${id}`,
      team_id,
      player_team: `Équipe ${team_id}`,
      side,
      player_position: 'M',
      is_starter: true,
      minutes_played: minutes,
      rating,
    }
  })
  await db.insertInto('match_lineups').values(rows).execute()
  return ids
}

/** Fans without a password: for what happens after sign-in. */
export async function buildFans(db: Db, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO auth."user" (name, email, email_verified)
    SELECT 'Fan ' || n, 'fan-' || uuidv7() || '@example.invalid', true FROM generate_series(1, ${count}) AS n
    RETURNING id`.execute(db)
  return rows.map((row) => row.id)
}

/** The final whistle of a built match, at `at`. */
export async function finishMatch(db: Db, matchId: number, at: Date): Promise<void> {
  const { open, closes_at } = voteWindow({ status: 'finished', minute: null, finished_at: at })
  await db
    .updateTable('matches')
    .set({ status: 'finished', raw_status: 'FT', finished_at: at, votes_open: open, votes_close_at: closes_at })
    .where('id', '=', matchId)
    .execute()
}
