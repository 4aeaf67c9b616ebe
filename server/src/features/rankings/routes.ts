import { matchId } from '@tribune/contract/endpoint.ts'
import { rankingEngine, schedulerPostft, seasonRanking } from '@tribune/contract/functions.ts'
import { getMyPodiumPlayers, getSeason, getSeasonRanking, listSeasonPlayerPoints } from '@tribune/contract/rankings.ts'
import { DAY_MS } from '@tribune/domain/instant.ts'
import { SEARCH_MAX_RESULTS, TOP_RANKING_LIMIT } from '@tribune/domain/refresh.ts'
import { normaliseSearch } from '@tribune/domain/search.ts'
import { TREND_DAYS, trendOf } from '@tribune/domain/season.ts'
import type { App } from '../../context.ts'
import type { Router } from '../../http/route.ts'
import { presentRun, runFunction } from '../../infra/jobs/run.ts'
import { ownPicture } from '../../infra/media/own-picture.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { matchRow, publishedPoints } from '../matches/queries.ts'
import { publishDue, readRatingsOf } from './jobs.ts'
import { podiumPlayersOf, seasonAmong, seasonOf, seasonPage, seasonSize } from './queries.ts'
import { rankAndTell, rebuildSeason } from './service.ts'

const MAX_AGE_MS = 300_000
const MOST_PODIUM_PLAYERS = 5_000
/** Of them, as many as are listed. */
const MOST_OWN_ROWS = 100
const WHOLE_RANKING = 200

export function registerRankings(route: Router, app: App): undefined {
  const { db, snapshots } = app

  route(getSeasonRanking, async ({ query, request, reply }) => {
    const search = normaliseSearch(query.p_search)
    const limit = search === '' ? query.p_limit : Math.min(query.p_limit, SEARCH_MAX_RESULTS)
    const offset = query.p_offset
    const build = async () => getSeasonRanking.output.parse(await rankingPage(app, { limit, offset, search }))
    const key = `season:${limit}:${offset}:${search}`
    return snapshots.send({ key, tags: ['season'], maxAgeMs: MAX_AGE_MS, build }, request, reply)
  })

  route(getSeason, async () => {
    const { name, label, start, end } = app.config.season
    return { name, label, start: start.toISOString(), end: end?.toISOString() ?? null }
  })

  route(listSeasonPlayerPoints, async ({ query, read }) => {
    const rows = await read(() => seasonOf(db, query.player_id, query.limit))
    return {
      items: rows.map((row) => ({
        ...row,
        photo_url: ownPicture('players', row.player_id, row.photo_url),
        updated_at: row.updated_at.toISOString(),
      })),
    }
  })

  route(getMyPodiumPlayers, async ({ fan }) => {
    const players = await podiumPlayersOf(db, fan.id, app.config.season.start, MOST_PODIUM_PLAYERS)
    const rows = await seasonAmong(db, players, MOST_OWN_ROWS, trendDay(app))
    return { player_ids: players, items: rows.map(presentRow) }
  })

  // The server ranks by itself what a ballot marked. The operator has it ranked now; a fan is told what is published, and nothing while the
  // vote is open. Either way nothing changes that was already done.
  route(rankingEngine, async ({ body, fan }) => {
    const id = matchId.safeParse(body.match_id)
    if (!id.success) throw new Refusal('invalid_match_id')
    const { result } = await runFunction(app, 'ranking-engine', async () => {
      const told = fan.isAdmin ? await rankNow(app, id.data) : await readPublished(app, id.data)
      return { result: told, processed: told.ranked.length }
    })
    const { source, voters, ranked } = result
    return {
      match_id: id.data,
      count: ranked.length,
      unique_voters: voters,
      source,
      playerPoints: ranked
        .filter((player) => player.rank <= TOP_RANKING_LIMIT)
        .map(({ rank, player_id, player_name, points }) => ({
          rank,
          player_id,
          player_name,
          points,
          source: source ?? 'votes',
        })),
    }
  })

  // Every season row again, from the published points.
  route(seasonRanking, async () => {
    const run = async () => ({ result: null, processed: await rebuildSeason(app) })
    return presentRun(await runFunction(app, 'season-ranking', run))
  })

  route(schedulerPostft, async ({ body }) => {
    const run = body.match_id === undefined ? await publishDue(app) : await readRatingsOf(app, body.match_id)
    return run === null ? { processed: 0, ms: 0, correlation_id: '' } : presentRun(run)
  })
  return undefined
}

async function rankNow(app: App, id: number) {
  const { ranking } = await rankAndTell(app, id)
  return ranking
}

async function readPublished(app: App, id: number) {
  const match = await matchRow(app.db, id)
  if (match === undefined) throw new Refusal('match_not_found')
  if (match.published_at === null) return { source: null, voters: 0, ranked: [] }
  const source = match.ranking_source as 'votes' | 'ratings_fallback' | null
  return { source, voters: match.voters, ranked: await publishedPoints(app.db, id, WHOLE_RANKING) }
}

async function rankingPage(app: App, page: { limit: number; offset: number; search: string }) {
  const [rows, total] = await Promise.all([
    seasonPage(app.db, { ...page, before: trendDay(app) }),
    seasonSize(app.db, page.search),
  ])
  return {
    items: rows.map(presentRow),
    total,
    season: { name: app.config.season.name, label: app.config.season.label },
    ...app.backfill.note,
  }
}

function presentRow(row: Awaited<ReturnType<typeof seasonPage>>[number]) {
  return {
    ...row,
    photo_url: ownPicture('players', row.player_id, row.photo_url),
    trend: trendOf(row.rank, row.rank_before),
    updated_at: row.updated_at.toISOString(),
  }
}

/** Day whose kept ranks the trend compares with. */
function trendDay(app: App): string {
  return dayOf(new Date(app.clock.now().getTime() - TREND_DAYS * DAY_MS))
}

/** A day as the database writes it, in UTC. */
function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}
