import { countUserProfiles, getMe, getOwnData, getUserProfile } from '@tribune/contract/accounts.ts'
import type { App } from '../../app.ts'
import type { Router } from '../../http/route.ts'
import { listBallots } from '../votes/service.ts'
import { presentFan, presentOwnData } from './present.ts'
import { countProfiles, readAccount, readEarned } from './queries.ts'

/** More matches than are played in twenty seasons of thirty competitions that one fan could follow. */
const MOST_BALLOTS = 10_000

export function registerAccounts(route: Router, app: App): undefined {
  route(getMe, async ({ request }) => {
    const fan = await app.sessions.read(request.headers)
    return { fan: fan === null ? null : presentFan(fan, await readEarned(app.db, fan.id)) }
  })
  route(getUserProfile, async ({ fan }) => {
    const { xp } = await readEarned(app.db, fan.id)
    return { user_id: fan.id, xp }
  })
  route(getOwnData, async ({ fan, reply }) => {
    const [account, earned, votes] = await Promise.all([
      readAccount(app.db, fan.id),
      readEarned(app.db, fan.id),
      listBallots(app.db, fan.id, undefined, MOST_BALLOTS),
    ])
    reply.header('content-disposition', 'attachment; filename="tribune-mes-donnees.json"')
    return presentOwnData(account, earned, votes)
  })
  route(countUserProfiles, async () => {
    return { count: await countProfiles(app.db) }
  })
}
