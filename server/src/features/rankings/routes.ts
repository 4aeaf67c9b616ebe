import { getMyPodiumPlayers, getSeasonRanking, listSeasonPlayerPoints } from '@tribune/contract/rankings.ts'
import { SEARCH_MAX_RESULTS } from '@tribune/domain/refresh.ts'
import { normaliseSearch } from '@tribune/domain/search.ts'
import { TREND_DAYS, trendOf } from '@tribune/domain/season.ts'
import type { App } from '../../app.ts'
import { ownPicture } from '../../http/picture.ts'
import type { Router } from '../../http/route.ts'
import { podiumPlayersOf, seasonOf, seasonPage } from './queries.ts'

const MAX_AGE_MS = 300_000
const DAY_MS = 86_400_000
const MOST_PODIUM_PLAYERS = 5_000

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
        photo_url: ownPicture(row.photo_url),
        updated_at: row.updated_at.toISOString(),
      })),
    }
  })

  route(getMyPodiumPlayers, async ({ fan }) => ({
    player_ids: await podiumPlayersOf(db, fan.id, app.config.season.start, MOST_PODIUM_PLAYERS),
  }))
  return undefined
}

async function rankingPage(app: App, page: { limit: number; offset: number; search: string }) {
  const before = dayOf(new Date(app.clock.now().getTime() - TREND_DAYS * DAY_MS))
  const rows = await seasonPage(app.db, { ...page, before })
  // Beyond the last page no row tells the total.
  const first =
    rows.length > 0 || page.offset === 0 ? rows : await seasonPage(app.db, { ...page, before, limit: 1, offset: 0 })
  return {
    items: rows.map((row) => ({
      ...row,
      photo_url: ownPicture(row.photo_url),
      trend: trendOf(row.rank, row.rank_before),
      updated_at: row.updated_at.toISOString(),
    })),
    total: first[0]?.total ?? 0,
    season: { name: app.config.season.name, label: app.config.season.label },
  }
}

/** A day as the database writes it, in UTC. */
function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}
