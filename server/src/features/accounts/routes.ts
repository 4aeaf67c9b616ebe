import { countUserProfiles, getMe, getUserProfile } from '@tribune/contract/accounts.ts'
import type { App } from '../../app.ts'
import type { Router } from '../../http/route.ts'
import { presentFan } from './present.ts'
import { countProfiles, readEarned } from './queries.ts'

const PRIVATE = 'private, no-store'

export function registerAccounts(route: Router, app: App): undefined {
  route(getMe, async ({ request, reply }) => {
    reply.header('cache-control', PRIVATE)
    const fan = await app.sessions.read(request.headers)
    return { fan: fan === null ? null : presentFan(fan, await readEarned(app.db, fan.id)) }
  })
  route(getUserProfile, async ({ fan, reply }) => {
    reply.header('cache-control', PRIVATE)
    const { xp } = await readEarned(app.db, fan.id)
    return { user_id: fan.id, xp }
  })
  route(countUserProfiles, async ({ reply }) => {
    reply.header('cache-control', PRIVATE)
    return { count: await countProfiles(app.db) }
  })
}
