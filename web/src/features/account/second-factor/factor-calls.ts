import type { AccountAnswer } from '@tribune/contract/account-endpoints.ts'
import { isOneTimeCode, withoutSpaces } from '@tribune/protocol/one-time-code.ts'
import { callAccount } from '../../../lib/http/account-api.ts'
import { callWithSecret } from '../proof/proven-calls.ts'

const PROOF_CALLS = { app: '/two-factor/verify-totp', sent: '/two-factor/verify-otp' } as const

/** Sends the second proof: a code of the fan's app, a sent code, or a recovery code. */
export async function proveFactor(code: string, kind: keyof typeof PROOF_CALLS): Promise<void> {
  const isOneTime = isOneTimeCode(code)
  const path = isOneTime ? PROOF_CALLS[kind] : '/two-factor/verify-backup-code'
  const body = { code: isOneTime ? withoutSpaces(code) : dashed(code.trim()) }
  await callWithSecret((headers) => callAccount('POST', path, { body, headers }))
}

/** Restores the dash of a recovery code, if it is missing. */
const dashed = (code: string) => code.toLowerCase().replace(/^(\w{5})(\w{5})$/, '$1-$2')

/** Requests a code as second proof, through another channel than the first proof. */
export async function requestFactorCode(): Promise<void> {
  await callAccount('POST', '/two-factor/send-otp', { body: {} })
}

export type FactorChange = 'enable' | 'disable' | 'codes'

/** Secrets that are shown only once: the address for the fan's app, and their recovery codes. */
export type FactorSecrets = Readonly<Partial<AccountAnswer<'POST', '/two-factor/enable'>>>

/**
 * Begins to set up a second factor, removes it, or replaces its recovery codes. Returns the new secrets, none for a removal.
 * @param password Null for a fan without one.
 */
export async function changeFactor(change: FactorChange, password: string | null): Promise<FactorSecrets> {
  const body = password === null ? {} : { password }
  if (change === 'enable') return callAccount('POST', '/two-factor/enable', { body })
  if (change === 'codes') return callAccount('POST', '/two-factor/generate-backup-codes', { body })
  await callAccount('POST', '/two-factor/disable', { body })
  return {}
}
