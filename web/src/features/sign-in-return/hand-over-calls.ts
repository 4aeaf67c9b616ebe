import { APP_CALLBACK } from '@tribune/contract/account-constants.ts'
import type { makeAppCode } from '@tribune/contract/accounts.ts'
import { call } from '../../lib/http/api.ts'
import type { Handover } from './profile-address.ts'

/** Requests a code with which the native app opens a session of its own. */
export async function askAppCode({ challenge, alone }: Handover): Promise<string> {
  const body = { challenge, alone }
  const { code } = await call<typeof makeAppCode>('POST', '/api/me/app-code', { body })
  return code
}

/** Returns the address that opens the native app, with its code or with an error. */
export function appAddress(
  { challenge }: Handover,
  answer: { readonly code: string } | { readonly error: string },
): string {
  return `${APP_CALLBACK}?${new URLSearchParams({ ...answer, app: challenge })}`
}
