import { FOUND_PLAYERS, findPlayers } from '@tribune/contract/operator/search.ts'
import {
  getPlayer,
  getPlayerCompleteHistory,
  getPlayerFullTeamHistory,
  listPlayers,
} from '@tribune/contract/players.ts'
import { nameKey } from '@tribune/protocol/name-address.ts'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { listedId } from '../../common/aliases/queries.ts'
import { completeHistory, type HistoryRow, isKnown, type Page, player, players, playersNamed } from './queries.ts'
import { fullTeamHistory, presentFace, presentPlayedMatch } from './service.ts'

interface HistoryQuery {
  readonly p_player_id: number
  readonly p_limit: number
  readonly p_offset: number
  readonly p_season?: number | undefined
}

export function registerPlayers(route: Router, app: App): undefined {
  const { db } = app

  route(listPlayers, async ({ query, read }) => ({
    items: (await read(() => players(db, query.ids), query.ids.length)).map(presentFace),
  }))

  route(getPlayer, async ({ params, read }) => {
    const row = await read(async () => player(db, await listedId(db, params.id)))
    if (row === undefined) throw new Refusal('player_not_found')
    return presentFace(row)
  })

  route(findPlayers, async ({ query, read }) => ({
    items: (await read(() => playersNamed(db, nameKey(query.name), FOUND_PLAYERS))).map(presentFace),
  }))

  const history = async (read: (page: Page) => Promise<HistoryRow[]>, query: HistoryQuery) => {
    const playerId = await listedId(db, query.p_player_id)
    if (!(await isKnown(db, playerId))) throw new Refusal('player_not_found')
    const season = query.p_season === undefined ? null : await app.seasons.find(query.p_season)
    const page = { playerId, limit: query.p_limit, offset: query.p_offset, season }
    const rows = await read(page)
    // Beyond the last page no row has the total.
    const [first] = rows.length > 0 || page.offset === 0 ? rows : await read({ ...page, limit: 1, offset: 0 })
    return { items: rows.map(presentPlayedMatch), total: first?.total ?? 0 }
  }
  route(getPlayerFullTeamHistory, async ({ query, read }) =>
    read(() => history((page) => fullTeamHistory(app, page), query)),
  )
  route(getPlayerCompleteHistory, async ({ query, read }) =>
    read(() => history((page) => completeHistory(db, page), query)),
  )
  return undefined
}
