import { voteWindow } from '@tribune/domain/ballots/voting-window.ts'
import type { ReportedEvent } from '@tribune/domain/matches/events.ts'
import type { MatchStatus } from '@tribune/domain/matches/status.ts'
import type { PictureKind } from '@tribune/protocol/picture.ts'
import { sql } from 'kysely'
import { saveEvents, saveKits } from '../features/matches/matches/queries.ts'
import type { Db } from '../infra/database/pool.ts'
import { ownPicture } from '../infra/media/own-picture.ts'

/** Last unique id for built rows, far from those of any feed; each test file has its own database. */
let last = 700_000_000
export const nextId = () => {
  last += 1
  return last
}

export interface MatchSketch {
  readonly status?: MatchStatus
  readonly minute?: number | null
  readonly finishedAt?: Date | null
  readonly kickoffAt?: Date
  /** When the feed last reported it; just now by default. */
  readonly observedAt?: Date
  readonly coefficient?: number
  readonly competitionId?: number
  readonly competition?: string
  /** In the feed's words: `Italy`. */
  readonly country?: string
  readonly home?: string
  readonly away?: string
  /** Home, then away. */
  readonly score?: readonly [number, number]
  /** Penalties of a shoot-out, home, then away. */
  readonly kicks?: readonly [number, number]
  /** The provider's short status: `2H`, `HT`, `ET`, `P`… */
  readonly period?: string
  /** Minutes beyond the period, shown as « 90+3' ». */
  readonly extra?: number
  readonly statusReason?: string
  readonly postponedUntil?: Date
  readonly players?: number
  /** Names of the first players in the lineup, home and away in turn; the others are numbered. */
  readonly names?: readonly string[]
  /** Formation of both sides, such as `4-3-3`: gives starters positions and places on the grid. All further players are substitutes. */
  readonly formation?: string
  readonly minutes?: number | null
  readonly rating?: number | null
  readonly events?: readonly BuiltEvent[]
  /** Colours of the shirts, `#rrggbb`, home, then away. */
  readonly kits?: readonly [string, string]
}

/** An event of a built match; players by their place in the lineup, home and away in turn. */
export interface BuiltEvent extends Pick<ReportedEvent, 'minute' | 'type'> {
  readonly extra?: number
  readonly player?: number
  readonly other?: number
  /** Names somebody who is not in the lineup, in place of `player`. */
  readonly name?: string
}

export interface BuiltMatch {
  readonly id: number
  readonly playerIds: readonly number[]
}

/** Builds a match with a lineup, in any state; open to votes by default. */
export async function buildMatch(db: Db, sketch: MatchSketch = {}): Promise<BuiltMatch> {
  const { status = 'live', minute = status === 'live' ? 70 : null, coefficient = 3, competitionId = 61 } = sketch
  const finishedAt = sketch.finishedAt ?? (status === 'finished' ? new Date() : null)
  const id = nextId()
  const [home, away] = [nextId(), nextId()]
  const [homeScore, awayScore] = sketch.score ?? [null, null]
  await db
    .insertInto('available_competitions')
    .values({
      id: competitionId,
      name: sketch.competition ?? `Championnat ${competitionId}`,
      country: sketch.country ?? '',
      coefficient,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('teams')
    .values([
      { id: home, name: sketch.home ?? `FC Rive ${home}` },
      { id: away, name: sketch.away ?? `Stade Aval ${away}` },
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
      raw_status: sketch.period ?? (status === 'live' ? '2H' : 'FT'),
      status_reason: sketch.statusReason ?? null,
      postponed_until: sketch.postponedUntil ?? null,
      minute,
      extra: sketch.extra ?? null,
      home_score: homeScore,
      away_score: awayScore,
      ...shootoutOf(sketch.kicks),
      home_team_id: home,
      away_team_id: away,
      started_at: status === 'upcoming' ? null : kickoff,
      finished_at: finishedAt,
      votes_open: window.open,
      votes_close_at: window.closes_at,
      observed_at: sketch.observedAt ?? new Date(),
    })
    .execute()
  const playerIds = await buildLineup(db, id, [home, away], sketch)
  if (sketch.events !== undefined) await buildEvents(db, id, sketch.events)
  if (sketch.kits !== undefined) await saveKits(db, [{ match_id: id, home: sketch.kits[0], away: sketch.kits[1] }])
  return { id, playerIds }
}

/** Replaces the events of a built match. */
export async function buildEvents(db: Db, matchId: number, events: readonly BuiltEvent[]): Promise<void> {
  const lineup = db.selectFrom('match_lineups').select(['player_id', 'team_id']).where('match_id', '=', matchId)
  const players = await lineup.orderBy('player_id').execute()
  const personOf = (place: number | undefined, name = '') => ({ id: players[place ?? -1]?.player_id ?? null, name })
  const reported = events.map(({ minute, extra = null, type, player, other, name }) => ({
    minute,
    extra,
    type,
    team_id: players[player ?? 0]?.team_id ?? 0,
    player: personOf(player, name),
    other: personOf(other),
  }))
  await saveEvents(db, [{ match_id: matchId, events: reported }])
}

function shootoutOf(kicks: MatchSketch['kicks']) {
  if (kicks === undefined) return {}
  const [home_kicks, away_kicks] = kicks
  const shootout_winner = home_kicks === away_kicks ? null : home_kicks > away_kicks ? 'home' : 'away'
  return { shootout: true, home_kicks, away_kicks, shootout_winner }
}

async function buildLineup(db: Db, matchId: number, teams: readonly [number, number], sketch: MatchSketch) {
  const { players = 22, minutes = 90, rating = null } = sketch
  const ids = Array.from({ length: players }, nextId)
  if (ids.length === 0) return ids
  const nameOf = (id: number, index: number) => sketch.names?.[index] ?? `Joueur ${id}`
  await db
    .insertInto('players_ref')
    .values(ids.map((id, index) => ({ id, name: nameOf(id, index) })))
    .execute()
  const rows = ids.map((id, index) => {
    const side: 'home' | 'away' = index % 2 === 0 ? 'home' : 'away'
    const team_id = teams[index % 2 === 0 ? 0 : 1]
    return {
      match_id: matchId,
      player_id: id,
      player_name: nameOf(id, index),
      team_id,
      player_team: sketch[side] ?? `Équipe ${team_id}`,
      side,
      player_position: 'M' as const,
      is_starter: true,
      minutes_played: minutes,
      rating,
      ...placeIn(sketch.formation, Math.floor(index / 2)),
    }
  })
  await db.insertInto('match_lineups').values(rows).execute()
  return ids
}

/** Returns the place of a side's nth player in a formation; a substitute beyond it, whose minutes are unknown. */
function placeIn(formation: string | undefined, order: number) {
  if (formation === undefined) return {}
  const lines = [1, ...formation.split('-').map(Number)]
  const places = lines.flatMap((size, line) => Array.from({ length: size }, (_, column) => [line, column] as const))
  const [line, column] = places[order] ?? []
  if (line === undefined || column === undefined) return { is_starter: false, minutes_played: null }
  const letter = line === 0 ? 'G' : line === 1 ? 'D' : line === lines.length - 1 ? 'F' : 'M'
  return { player_position: letter as 'G' | 'D' | 'M' | 'F', grid: `${line + 1}:${column + 1}` }
}

/** Builds fans without a password, for tests of what happens after sign-in. */
export async function buildFans(db: Db, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO auth."user" (name, email, email_verified)
    SELECT 'Fan ' || n, 'fan-' || uuidv7() || '@example.invalid', true FROM generate_series(1, ${count}) AS n
    RETURNING id`.execute(db)
  return rows.map((row) => row.id)
}

/** Ends a built match at `at`. */
export async function finishMatch(db: Db, matchId: number, at: Date): Promise<void> {
  const { open, closes_at } = voteWindow({ status: 'finished', minute: null, finished_at: at })
  await db
    .updateTable('matches')
    .set({ status: 'finished', raw_status: 'FT', finished_at: at, votes_open: open, votes_close_at: closes_at })
    .where('id', '=', matchId)
    .execute()
}

interface PicturedSketch {
  readonly kind: PictureKind
  /** The picture's address at the provider. */
  readonly source: string | null
  readonly name?: string | undefined
}

/** Builds a player, club or competition; returns our address of its picture, 96 pixels wide. */
export async function buildPictured(db: Db, { kind, source, name = 'Quelqu’un' }: PicturedSketch) {
  const id = nextId()
  if (kind === 'players') await db.insertInto('players_ref').values({ id, name, photo_url: source }).execute()
  if (kind === 'teams') await db.insertInto('teams').values({ id, name, logo: source }).execute()
  if (kind === 'competitions')
    await db.insertInto('available_competitions').values({ id, name, logo: source }).execute()
  const address = ownPicture(kind, id, source)?.replace('/192.', '/96.') ?? `/media/${kind}/${id}/96.webp`
  return { id, address }
}
