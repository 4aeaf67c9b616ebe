import { getMyPodiumPlayers, getSeasonRanking, listSeasonPlayerPoints } from '@tribune/contract/rankings.ts'
import { DAY_MS } from '@tribune/domain/instant.ts'
import { SEARCH_MAX_RESULTS } from '@tribune/domain/refresh.ts'
import { normaliseSearch } from '@tribune/domain/search.ts'
import { TREND_DAYS, trendOf } from '@tribune/domain/season.ts'
import type { App } from '../../app.ts'
import { ownPicture } from '../../http/picture.ts'
import type { Router } from '../../http/route.ts'
import { podiumPlayersOf, seasonAmong, seasonOf, seasonPage, seasonSize } from './queries.ts'

const MAX_AGE_MS = 300_000
const MOST_PODIUM_PLAYERS = 5_000
/** Of them, as many as are listed. */
const MOST_OWN_ROWS = 100

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

  route(listSeasonPlayerPoints, async ({ query }) => {
    const rows = await seasonOf(db, query.player_id, query.limit)
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
  return undefined
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
