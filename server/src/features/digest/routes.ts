import { getDigest, putDigest } from '@tribune/contract/own/digest.ts'
import type { App } from '../../context.ts'
import type { Router } from '../../http/route.ts'
import { chooseDigest, digestChoiceOf } from './service.ts'

export function registerDigest(route: Router, app: App): undefined {
  route(getDigest, ({ fan }) => digestChoiceOf(app, fan))
  route(putDigest, ({ fan, body }) => chooseDigest(app, fan, body.wanted))
}
