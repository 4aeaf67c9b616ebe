import { deleteUserAccount } from '@tribune/contract/accounts.ts'
import type { App } from '../app.ts'
import { deleteAccount, requireFresh } from '../features/accounts/service.ts'
import type { Router } from '../http/route.ts'
import { forgottenCookie } from '../http/signed-token.ts'
import { runFunction } from './run.ts'

/** Ends the caller's account. What it leaves in `edge_metrics` does not say whose it was. */
export function registerDeleteUserAccount(route: Router, app: App): void {
  route(deleteUserAccount, async ({ fan, reply }) => {
    await runFunction(app, 'delete-user-account', async () => {
      requireFresh(app, fan)
      await deleteAccount(app, fan)
      return { result: null, processed: 1 }
    })
    reply.header('set-cookie', forgottenCookie(app.publicUrl))
    return { deleted: true as const }
  })
}
