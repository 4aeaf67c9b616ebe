import { seasonRanking } from '@tribune/contract/operator/runs.ts'
import { getMyPodiumPlayers, getSeason, getSeasonRanking, listSeasonPlayerPoints } from '@tribune/contract/rankings.ts'
import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { normaliseSearch } from '@tribune/domain/common/search.ts'
import { TREND_DAYS, trendOf } from '@tribune/domain/season/season.ts'
import { RANKING_FIRST_PAGE, SEARCH_MAX_RESULTS } from '@tribune/protocol/read-limits.ts'
import type { App, SeasonFacts } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { presentRun, runFunction } from '../../../infra/jobs/run.ts'
import { ownPicture } from '../../../infra/media/own-picture.ts'
import { listedId } from '../../common/aliases/queries.ts'
import { actOf, journal } from '../../common/journal/service.ts'
import { matchesPlayed, podiumPlayersOf, seasonAmong, seasonOf, seasonPage, seasonSize } from './queries.ts'
import { rebuildSeason } from './service.ts'

const MAX_AGE_MS = 300_000
const MAX_PODIUM_PLAYERS = 5_000
/** Maximum number of rows of the fan's picked players that are listed. */
const MAX_OWN_ROWS = 100

export function registerSeasonRanking(route: Router, app: App): undefined {
  const { db, snapshots } = app

  route(getSeasonRanking, async ({ query, request, reply }) => {
    const search = normaliseSearch(query.p_search)
    const limit = search === '' ? query.p_limit : Math.min(query.p_limit, SEARCH_MAX_RESULTS)
    const offset = query.p_offset
    const { id, closedAt } = await app.seasons.find(query.p_season)
    const build = async () => getSeasonRanking.output.parse(await rankingPage(app, id, { limit, offset, search }))
    const key = `season:${id}:${limit}:${offset}:${search}`
    // The rankings screen begins with this page.
    const isExempt = closedAt === null && limit === RANKING_FIRST_PAGE && offset === 0 && search === ''
    return snapshots.send({ key, tags: ['season'], maxAgeMs: MAX_AGE_MS, build, isExempt }, request, reply)
  })

  route(getSeason, async () => {
    const { name, label, start, end } = await app.seasons.open()
    return { name, label, start: start.toISOString(), end: new Date(end.getTime() - 1).toISOString() }
  })

  route(listSeasonPlayerPoints, async ({ query, read }) => {
    const season = await app.seasons.find(query.p_season)
    const player_id = query.player_id === undefined ? undefined : await read(() => listedId(db, query.player_id ?? 0))
    const rows = await read(() => seasonOf(db, season.id, player_id, query.limit))
    // A player without points has no row.
    const matchesPlayedOf = (id: number) => rows[0]?.matches_played ?? read(() => matchesPlayed(db, season, id))
    return {
      matches_played: player_id === undefined ? null : await matchesPlayedOf(player_id),
      items: rows.map(({ season_id: _, ...row }) => ({
        ...row,
        photo_url: ownPicture('players', row.player_id, row.photo_url),
        updated_at: row.updated_at.toISOString(),
      })),
    }
  })

  route(getMyPodiumPlayers, async ({ fan }) => {
    const season = await app.seasons.open()
    const players = await podiumPlayersOf(db, fan.id, season, MAX_PODIUM_PLAYERS)
    const rows = await seasonAmong(db, season.id, players, MAX_OWN_ROWS, trendDay(app))
    return { player_ids: players, items: rows.map((row) => presentRow(row, season)) }
  })

  // Rebuilds all season rows from published points.
  route(seasonRanking, async (call) => {
    await journal(app, db, actOf(call), { action: 'season_rebuilt', subject: 'all' })
    const run = async () => ({ result: null, processed: await rebuildSeason(app) })
    return presentRun(await runFunction(app, 'season-ranking', run, 'hand'))
  })
  return undefined
}

async function rankingPage(app: App, seasonId: number, page: { limit: number; offset: number; search: string }) {
  const season = await app.seasons.find(seasonId)
  const [rows, total] = await Promise.all([
    seasonPage(app.db, { ...page, seasonId, before: trendDay(app) }),
    seasonSize(app.db, seasonId, page.search),
  ])
  return {
    items: rows.map((row) => presentRow(row, season)),
    total,
    season: { name: season.name, label: season.label },
    ...app.backfill.note,
  }
}

/** Presents a row of a season's ranking. The trend ends with the season: nothing moves any more, and « stable » would claim that it could. */
function presentRow(row: Awaited<ReturnType<typeof seasonPage>>[number], { closedAt }: SeasonFacts) {
  return {
    ...row,
    photo_url: ownPicture('players', row.player_id, row.photo_url),
    trend: closedAt === null ? trendOf(row.rank, row.rank_before) : null,
    updated_at: row.updated_at.toISOString(),
  }
}

/** Returns the day of the ranks that the trend compares with. */
function trendDay(app: App): string {
  return dayOf(new Date(app.clock.now().getTime() - TREND_DAYS * DAY_MS))
}

/** Formats a day as the database does, in UTC. */
function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}
