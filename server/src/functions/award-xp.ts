import { awardXp } from '@tribune/contract/functions.ts'
import type { App } from '../app.ts'
import { matchRow } from '../features/matches/queries.ts'
import { Refusal } from '../http/refusal.ts'
import type { Router } from '../http/route.ts'
import { runFunction } from './run.ts'

/** The complete ballot itself credited the experience, in its own transaction: this only tells what it was. */
export function registerAwardXp(route: Router, app: App): void {
  route(awardXp, async ({ body, fan }) => {
    const { result } = await runFunction(app, 'award-xp', async () => {
      if ((await matchRow(app.db, body.match_id)) === undefined) throw new Refusal('match_not_found')
      const ballot = await app.db
        .selectFrom('votes')
        .select('xp')
        .where('user_id', '=', fan.id)
        .where('match_id', '=', body.match_id)
        .executeTakeFirst()
      if (ballot === undefined || ballot.xp === 0) throw new Refusal('ballot_incomplete')
      const profile = await app.db
        .selectFrom('user_profiles')
        .select('xp')
        .where('user_id', '=', fan.id)
        .executeTakeFirst()
      return { result: { match_id: body.match_id, awarded: ballot.xp, xp: profile?.xp ?? 0 }, processed: 1 }
    })
    return result
  })
}
