import {
  changePassword,
  countUserProfiles,
  deleteUserAccount,
  endSessions,
  getMe,
  getOwnData,
  getUserProfile,
  type IdentityProviderId,
  listIdentities,
  listSessions,
  makeAppCode,
  removePhone,
  unlinkIdentity,
} from '@tribune/contract/accounts.ts'
import { requestWork } from '@tribune/contract/proof-of-work.ts'
import { isOutdated } from '@tribune/domain/common/app-version.ts'
import { requireFresh } from '../../../accounts/guards/freshness.ts'
import { SAML_PROVIDER } from '../../../accounts/methods/saml.ts'
import type { AccountsApp } from '../../../accounts/parts.ts'
import type { App } from '../../../context.ts'
import { isNativePage } from '../../../http/native-app.ts'
import type { Router } from '../../../http/route.ts'
import { forgottenCookie } from '../../../http/signed-token.ts'
import { runFunction } from '../../../infra/jobs/run.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { readEarned } from '../../ballots/votes/queries.ts'
import { choosePassword, handOver, removeMethod, renewSession, requestWork as work } from '../sign-in/service.ts'
import { presentFan, presentIdentity, presentSession } from './present.ts'
import {
  clearPhone,
  countProfiles,
  endSessionsOf,
  identitiesOf,
  reliesOnPhone,
  removeIdentity,
  sessionsOf,
} from './queries.ts'
import { deleteAccount, readOwnData } from './service.ts'

/** Lists the identity providers that may vouch for a fan, in the order in which they are offered. */
function providersOf({ identityProviders, organisation }: App): IdentityProviderId[] {
  return [...identityProviders.map(({ id }) => id), ...(organisation === null ? [] : [SAML_PROVIDER])]
}

type Ending = { readonly scope: 'local' | 'others' | 'global' } | { readonly id: string }

function endedBy(ending: Ending, currentId: string): { readonly only?: string; readonly except?: string } {
  if ('id' in ending) return { only: ending.id }
  return { local: { only: currentId }, others: { except: currentId }, global: {} }[ending.scope]
}

export function registerAccounts(route: Router, app: AccountsApp): undefined {
  route(getMe, async ({ request, reply }) => {
    const fan = await app.sessions.read(request.headers)
    if (fan !== null) await renewSession(app, fan, request, reply)
    return {
      fan: fan === null ? null : presentFan(fan, await readEarned(app.db, fan.id)),
      identity_providers: providersOf(app),
      captcha: app.config.captcha?.siteKey ?? null,
    }
  })
  route(requestWork, async ({ body, request, reply }) => {
    app.devices.issue(request, reply)
    const { minAppVersion } = app.config
    if (isNativePage(reply) && minAppVersion !== null && isOutdated(body.app_version, minAppVersion))
      throw new Refusal('app_outdated')
    return { work: await work(app, request, body) }
  })
  route(getUserProfile, async ({ fan }) => {
    const { xp } = await readEarned(app.db, fan.id)
    return { user_id: fan.id, xp }
  })
  route(getOwnData, async ({ fan, reply }) => {
    reply.header('content-disposition', 'attachment; filename="tribune-mes-donnees.json"')
    return readOwnData(app.db, fan.id)
  })
  route(listSessions, async ({ fan }) => {
    const rows = await sessionsOf(app.db, fan.id)
    return { items: rows.map((row) => presentSession(row, fan.sessionId)) }
  })
  route(endSessions, async ({ fan, body, reply }) => {
    const ended = await endSessionsOf(app.db, fan.id, endedBy(body, fan.sessionId))
    await app.sessions.forget(fan.id)
    if ('scope' in body && body.scope !== 'others') reply.header('set-cookie', forgottenCookie(app.publicUrl))
    return { ended }
  })
  route(listIdentities, async ({ fan }) => {
    const rows = await identitiesOf(app.db, fan.id)
    return { items: rows.map(presentIdentity) }
  })
  route(unlinkIdentity, async ({ fan, body }) => {
    requireFresh(app, fan)
    await removeMethod(app, fan, (db) => removeIdentity(db, fan.id, body.id))
    return { unlinked: true as const }
  })
  route(removePhone, async ({ fan }) => {
    requireFresh(app, fan)
    await removeMethod(app, fan, async (db) => {
      if (await reliesOnPhone(db, fan.id)) throw new Refusal('factor_needs_phone')
      return clearPhone(db, fan.id)
    })
    return { removed: true as const }
  })
  route(changePassword, async ({ fan, body, request }) => {
    await choosePassword(app, fan, request, { current: body.current, password: body.password })
    return { changed: true as const }
  })
  route(makeAppCode, async ({ fan, body }) => {
    requireFresh(app, fan)
    return { code: await handOver(app, fan, body.challenge, body.alone) }
  })
  // The row that this run leaves in `edge_metrics` does not identify the deleted account.
  route(deleteUserAccount, async ({ fan, reply }) => {
    await runFunction(app, 'delete-user-account', async () => {
      requireFresh(app, fan)
      await deleteAccount(app, fan.id)
      return { result: null, processed: 1 }
    })
    reply.header('set-cookie', forgottenCookie(app.publicUrl))
    return { deleted: true as const }
  })
  route(countUserProfiles, async () => {
    return { count: await countProfiles(app.db) }
  })
}
