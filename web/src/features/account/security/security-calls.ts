import type { QueryClient } from '@tanstack/react-query'
import type {
  endSessions as endedSessions,
  changePassword as passwordChanged,
  removePhone as phoneRemoved,
  unlinkIdentity as unlinked,
} from '@tribune/contract/accounts.ts'
import { identitiesQuery, sessionsQuery } from '../../../data/account.ts'
import { meQuery } from '../../../data/session.ts'
import { callAccount } from '../../../lib/http/account-api.ts'
import { call } from '../../../lib/http/api.ts'
import type { WalletProof } from '../sign-in/sign-in-calls.ts'

/** Adds a phone to the sign-in methods of the signed-in fan. */
export async function addPhone(client: QueryClient, phone: string, code: string): Promise<void> {
  const body = { phoneNumber: phone, code, updatePhoneNumber: true } as const
  await callAccount('POST', '/phone-number/verify', { body })
  await client.invalidateQueries(meQuery)
}

/** Removes the phone from the sign-in methods of the signed-in fan. */
export async function removePhone(client: QueryClient): Promise<void> {
  await call<typeof phoneRemoved>('POST', '/api/me/phone/remove', { body: {} })
  await client.invalidateQueries(meQuery)
}

/** Adds a wallet to the sign-in methods of the signed-in fan. */
export async function addWallet(proof: WalletProof): Promise<void> {
  await callAccount('POST', '/wallet/verify', { body: { ...proof, link: true } })
}

/** Removes a provider or a wallet from the sign-in methods of the signed-in fan. */
export function unlinkIdentity(id: string) {
  return call<typeof unlinked>('POST', '/api/me/identities/unlink', { body: { id } })
}

/** Changes the password, or sets the first one, for which `current` is null. Signs the fan's other devices out. */
export async function changePassword(client: QueryClient, current: string | null, password: string): Promise<void> {
  await call<typeof passwordChanged>('POST', '/api/me/password', {
    body: current === null ? { password } : { current, password },
  })
  await client.invalidateQueries(identitiesQuery)
  await client.invalidateQueries(sessionsQuery)
}

/** Ends the sessions of all other devices, or a single session. */
export function endSessions(which: { readonly scope: 'others' } | { readonly id: string }) {
  return call<typeof endedSessions>('POST', '/api/me/sessions/end', { body: which })
}
