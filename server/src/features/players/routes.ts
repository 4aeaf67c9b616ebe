import {
  getPlayer,
  getPlayerCompleteHistory,
  getPlayerFullTeamHistory,
  listPlayers,
} from '@tribune/contract/players.ts'
import type { App } from '../../context.ts'
import type { Router } from '../../http/route.ts'
import { ownPicture } from '../../infra/media/own-picture.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { completeHistory, type HistoryRow, type Page, player, players } from './queries.ts'
import { fullTeamHistory } from './service.ts'

interface HistoryQuery {
  readonly p_player_id: number
  readonly p_limit: number
  readonly p_offset: number
}

export function registerPlayers(route: Router, app: App): undefined {
  const { db } = app

  route(listPlayers, async ({ query, read }) => ({
    items: (await read(() => players(db, query.ids), query.ids.length)).map(presentPlayer),
  }))

  route(getPlayer, async ({ params, read }) => {
    const row = await read(() => player(db, params.id))
    if (row === undefined) throw new Refusal('player_not_found')
    return presentPlayer(row)
  })

  const history = async (read: (page: Page) => Promise<HistoryRow[]>, query: HistoryQuery) => {
    if ((await player(db, query.p_player_id)) === undefined) throw new Refusal('player_not_found')
    const page = { playerId: query.p_player_id, limit: query.p_limit, offset: query.p_offset }
    const rows = await read(page)
    // Beyond the last page no row tells the total.
    const [first] = rows.length > 0 || page.offset === 0 ? rows : await read({ ...page, limit: 1, offset: 0 })
    return { items: rows.map(presentMatch), total: first?.total ?? 0 }
  }
  route(getPlayerFullTeamHistory, async ({ query, read }) =>
    read(() => history((page) => fullTeamHistory(app, page), query)),
  )
  route(getPlayerCompleteHistory, async ({ query, read }) =>
    read(() => history((page) => completeHistory(db, page), query)),
  )
  return undefined
}

function presentMatch({ total: _total, home_team_id, away_team_id, ...row }: HistoryRow) {
  return {
    ...row,
    match_date: row.match_date.toISOString(),
    home_team_logo: ownPicture('teams', home_team_id, row.home_team_logo),
    away_team_logo: ownPicture('teams', away_team_id, row.away_team_logo),
  }
}

function presentPlayer<Row extends { id: number; photo_url: string | null }>(row: Row): Row {
  return { ...row, photo_url: ownPicture('players', row.id, row.photo_url) }
}
