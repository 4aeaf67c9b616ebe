import { voteWindow } from '@tribune/domain/ballots/voting-window.ts'
import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { previousSeason } from '@tribune/domain/season/dates.ts'
import { rebuildSeason } from '../features/season/season-ranking/service.ts'
import { insertClosedSeason } from '../features/season/seasons/queries.ts'
import type { Db } from '../infra/database/pool.ts'
import type { TestServer } from './app.ts'
import { nextId } from './builders.ts'

const MATCH_MS = 110 * 60_000
/** Time since the whistle of a match that is still open to votes. */
const OPEN_MS = 10 * 60_000

/** One finished match of a team, with the player's part in it. */
export interface CareerMatch {
  readonly team: string
  readonly against: string
  readonly daysAgo: number
  /** The team's score, then the opponent's. */
  readonly score?: readonly [number, number]
  readonly away?: boolean
  /** 0 for the bench, `null` if unknown; the whole match if absent. */
  readonly minutes?: number | null
  /** Whether the player is not in the lineup. */
  readonly absent?: boolean
  /** Not ranked if absent. Stored while `open` too, where no screen may show it. */
  readonly rank?: number
  readonly points?: number
  /** `open`: not published yet; `none`: nothing to rank from. */
  readonly result?: 'votes' | 'ratings_fallback' | 'none' | 'open'
  readonly competitionId?: number
  readonly national?: boolean
}

export interface CareerSketch {
  readonly name: string
  readonly club?: string
  readonly matches: readonly CareerMatch[]
}

export interface BuiltCareer {
  readonly playerId: number
  /** In the order of the sketch. */
  readonly matchIds: readonly number[]
}

/**
 * Builds one player with many matches, unlike `buildMatch`, whose players have one. No other player has points: rank and points follow from the sketch.
 * Does not change the season.
 */
export async function buildCareer(db: Db, now: Date, { name, club, matches }: CareerSketch): Promise<BuiltCareer> {
  const playerId = nextId()
  await db
    .insertInto('players_ref')
    .values({ id: playerId, name, last_team: club ?? null })
    .execute()
  const teams = await buildTeams(db, matches)
  const matchIds: number[] = []
  for (const match of matches) {
    const id = await buildCareerMatch(db, now, match, teams)
    if (match.absent !== true) await lineUp(db, { id, playerId, name, match, teamId: teams.get(match.team) ?? 0 })
    matchIds.push(id)
  }
  return { playerId, matchIds }
}

async function buildTeams(db: Db, matches: readonly CareerMatch[]): Promise<ReadonlyMap<string, number>> {
  const national = new Set(matches.filter((match) => match.national).map(({ team }) => team))
  const names = [...new Set(matches.flatMap(({ team, against }) => [team, against]))]
  const teams = names.map((name) => ({ id: nextId(), name, is_national: national.has(name) }))
  if (teams.length > 0) await db.insertInto('teams').values(teams).execute()
  return new Map(teams.map(({ id, name }) => [name, id]))
}

async function buildCareerMatch(db: Db, now: Date, match: CareerMatch, teams: ReadonlyMap<string, number>) {
  const { result = 'votes', competitionId = 61, score = [1, 0] } = match
  const id = nextId()
  await db
    .insertInto('available_competitions')
    .values({ id: competitionId, name: `Championnat ${competitionId}` })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const kickoff = new Date(now.getTime() - match.daysAgo * DAY_MS)
  const isOpen = result === 'open'
  const finishedAt = isOpen ? new Date(now.getTime() - OPEN_MS) : new Date(kickoff.getTime() + MATCH_MS)
  const window = voteWindow({ status: 'finished', minute: null, finished_at: finishedAt })
  const [team, other] = [teams.get(match.team) ?? 0, teams.get(match.against) ?? 0]
  const [own, others] = score
  await db
    .insertInto('matches')
    .values({
      id,
      competition_id: competitionId,
      competition_cc: 3,
      coefficient: 3,
      season: 2026,
      match_date: kickoff,
      status: 'finished',
      raw_status: 'FT',
      home_team_id: match.away === true ? other : team,
      away_team_id: match.away === true ? team : other,
      home_score: match.away === true ? others : own,
      away_score: match.away === true ? own : others,
      started_at: kickoff,
      finished_at: finishedAt,
      votes_open: window.open,
      votes_close_at: window.closes_at,
      observed_at: finishedAt,
      published_at: isOpen ? null : window.closes_at,
      ranking_source: result === 'votes' || result === 'ratings_fallback' ? result : null,
      ranking_reason: result === 'none' ? 'no_ratings' : null,
    })
    .execute()
  return id
}

interface Place {
  readonly id: number
  readonly playerId: number
  readonly name: string
  readonly match: CareerMatch
  readonly teamId: number
}

async function lineUp(db: Db, { id, playerId, name, match, teamId }: Place): Promise<void> {
  const player = { match_id: id, player_id: playerId, player_name: name }
  await db
    .insertInto('match_lineups')
    .values({
      ...player,
      team_id: teamId,
      player_team: match.team,
      side: match.away === true ? 'away' : 'home',
      is_starter: match.minutes !== 0,
      minutes_played: match.minutes === undefined ? 90 : match.minutes,
    })
    .execute()
  const { rank, points = 0, result = 'votes' } = match
  if (rank === undefined || result === 'none') return
  await db
    .insertInto('match_player_points')
    .values({
      ...player,
      rank,
      points,
      total_votes: 12,
      unique_voters: 12,
      source: result === 'open' ? 'votes' : result,
    })
    .execute()
}

/**
 * Builds a player with 300 points in the open season, and 240 in a finished one before it, « Avant 2001 », which is made if there is none.
 * Returns the ids of both.
 */
export async function careerOfTwoSeasons({ app, clock }: TestServer): Promise<{ playerId: number; past: number }> {
  const open = await app.seasons.open()
  const now = clock.now()
  const clubs = { team: 'FC Une', against: 'FC Deux' }
  const sinceStart = Math.ceil((now.getTime() - open.start.getTime()) / DAY_MS)
  const { playerId } = await buildCareer(app.db, now, {
    name: 'Ida Longue',
    matches: [
      { ...clubs, daysAgo: 1, rank: 1, points: 300 },
      { ...clubs, daysAgo: sinceStart + 30, rank: 2, points: 240 },
    ],
  })
  const before = { name: 'Avant', label: '2001', ...previousSeason(open) }
  const isThere = (await app.seasons.all()).some(({ closedAt }) => closedAt !== null)
  if (!isThere) await insertClosedSeason(app.db, before, now)
  await app.db.updateTable('seasons').set({ computed_at: null }).execute()
  await rebuildSeason(app)
  const past = (await app.seasons.all()).find(({ closedAt }) => closedAt !== null)
  return { playerId, past: past?.id ?? 0 }
}
