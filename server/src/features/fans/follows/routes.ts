import * as contract from '@tribune/contract/own/follows.ts'
import { MAX_FOLLOWS } from '@tribune/domain/home/follows.ts'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import { presentFollow } from './present.ts'
import { followsOf } from './queries.ts'
import { follow, takeFollows, unfollow } from './service.ts'

export function registerFollows(route: Router, app: App): undefined {
  const listed = async (fanId: string) => ({
    items: (await followsOf(app.db, fanId, MAX_FOLLOWS)).map(presentFollow),
  })

  route(contract.listFollows, async ({ fan }) => listed(fan.id))

  route(contract.putFollow, async ({ fan, params }) => {
    await follow(app, fan.id, params)
    return { following: true as const }
  })

  route(contract.deleteFollow, async ({ fan, params }) => {
    await unfollow(app, fan.id, params)
    return { following: false as const }
  })

  route(contract.takeFollows, async ({ fan, body }) => {
    await takeFollows(app, fan.id, body.items)
    return listed(fan.id)
  })
}
