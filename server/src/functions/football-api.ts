import { footballApi } from '@tribune/contract/functions.ts'
import type { App } from '../app.ts'
import { homeRow, lineupOf } from '../features/matches/queries.ts'
import { ownPicture } from '../http/picture.ts'
import { Refusal } from '../http/refusal.ts'
import type { Router } from '../http/route.ts'
import { runFunction } from './run.ts'

/** Lineup or details of one match from what we hold: nobody's request ever waits for the provider. */
export function registerFootballApi(route: Router, app: App): void {
  route(footballApi, async ({ query }) => {
    const { result } = await runFunction(app, 'football-api', async () => {
      const home = await homeRow(app.db, query.match_id)
      if (home === undefined) throw new Refusal('match_not_found')
      const players = (await lineupOf(app.db, query.match_id)).map((player) => ({
        id: player.player_id,
        name: player.player_name,
        photo: ownPicture('players', player.player_id, player.photo_url),
        team: player.player_team,
      }))
      const { status, minute, home_team, away_team, home_score, away_score } = home
      const details =
        query.fn === 'match_details' ? { status, minute, home_team, away_team, home_score, away_score } : null
      return { result: { match_id: query.match_id, players, details }, processed: players.length }
    })
    return result
  })
}
