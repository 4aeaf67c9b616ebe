import { countUserProfiles, getMe, getUserProfile } from '@tribune/contract/accounts.ts'
import type { App } from '../../app.ts'
import type { Router } from '../../http/route.ts'
import { presentFan } from './present.ts'
import { countProfiles, readEarned } from './queries.ts'

export function registerAccounts(route: Router, app: App): undefined {
  route(getMe, async ({ request }) => {
    const fan = await app.sessions.read(request.headers)
    return { fan: fan === null ? null : presentFan(fan, await readEarned(app.db, fan.id)) }
  })
  route(getUserProfile, async ({ fan }) => {
    const { xp } = await readEarned(app.db, fan.id)
    return { user_id: fan.id, xp }
  })
  route(countUserProfiles, async () => {
    return { count: await countProfiles(app.db) }
  })
}
