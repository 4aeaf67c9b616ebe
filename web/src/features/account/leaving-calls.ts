import type { QueryClient, QueryFilters } from '@tanstack/react-query'
import { queryOptions } from '@tanstack/react-query'
import {
  APP_CALLBACK,
  CHALLENGE_HEADER,
  CONFIRM_HEADER,
  DELETION_CONFIRMATION,
} from '@tribune/contract/account-constants.ts'
import type {
  deleteUserAccount,
  endSessions as endedSessions,
  getMe,
  IdentityProviderId,
  makeAppCode,
  changePassword as passwordChanged,
  removePhone as phoneRemoved,
  unlinkIdentity as unlinked,
} from '@tribune/contract/accounts.ts'
import type { SecondProof } from '@tribune/domain/second-proof.ts'
import type { WalletChain } from '@tribune/domain/wallet.ts'
import { isOneTimeCode, withoutSpaces } from '@tribune/protocol/one-time-code.ts'
import { identitiesQuery, sessionsQuery } from '../../data/account.ts'
import { keepFollows } from '../../data/follows.ts'
import { forgetHeld } from '../../data/held-ballots.ts'
import { markSignedOut, meQuery } from '../../data/session.ts'
import { isOnline } from '../../lib/device/platform.ts'
import { call, get, request } from '../../lib/http/api.ts'
import { ApiError, refusalOf, unansweredError } from '../../lib/http/api-error.ts'
import { REQUEST_TIMEOUT_MS } from '../../lib/limits.ts'
import { onServer } from '../../lib/native/server.ts'
import { dropSession } from '../../lib/native/session.ts'
import { forgetPicks } from '../match/voting/pending-pick-store.ts'
import type { ExchangedLink, Handover } from '../sign-in-return/profile-address.ts'

/** Body of a call. */
type Fields = Readonly<Record<string, unknown>>

/**
 * Makes a call that attracts bots, with its proof of work. Does more work and repeats the call once if the server requires more, now that it knows
 * the address, or repeats it with a captcha if the server requires one instead.
 */
async function callAsPerson<Answer = unknown>(path: string, body: Fields): Promise<Answer> {
  const send = (proof: string | null) =>
    request<Answer>('POST', path, { body, headers: proof === null ? {} : { [CHALLENGE_HEADER]: proof } })
  const mailDomain = typeof body.email === 'string' ? body.email.split('@').at(-1) : undefined
  const { beginWork, proveWork } = await import('../proof/work-proof.ts')
  try {
    return await send(await proveWork())
  } catch (error) {
    const code = error instanceof ApiError ? error.code : ''
    if (code === 'missing_response') return send(await personProof(error))
    if (code === 'more_work_needed' || code === 'verification_failed') {
      return send(await proveWork(mailDomain ?? ''))
    }
    beginWork()
    throw error
  }
}

async function personProof(error: unknown): Promise<string> {
  const { challenge } = await get<typeof getMe>('/api/me')
  if (challenge === null) throw error
  const { provePerson } = await import('../proof/person-proof.ts')
  return provePerson(challenge)
}

/** Input of the sign-in forms. `back` is the page of ours that the mail's link leads to. */
export interface Credentials {
  readonly email: string
  readonly password: string
  readonly back: string
}

/** Outcome of a first proof: signed in, or the second proofs to choose from. */
export type Entered = 'in' | readonly SecondProof[]

/** Answer of the accounts library to a first proof. */
interface EnteredAnswer {
  readonly twoFactorRedirect?: boolean
  readonly twoFactorMethods?: readonly SecondProof[]
}

const missingIn = ({ twoFactorRedirect, twoFactorMethods = ['app'] }: EnteredAnswer) =>
  twoFactorRedirect === true ? twoFactorMethods : null

async function entered(client: QueryClient, answer: EnteredAnswer): Promise<Entered> {
  await client.invalidateQueries(meQuery)
  return missingIn(answer) ?? 'in'
}

/** Opens a session in an HTTP-only cookie. An unconfirmed address is refused and gets a new link. */
export async function signIn(client: QueryClient, { email, password, back }: Credentials): Promise<Entered> {
  const body = { email, password, callbackURL: back }
  return entered(client, await request<EnteredAnswer>('POST', '/api/auth/sign-in/email', { body }))
}

const PROOF_CALLS = { app: '/api/auth/two-factor/verify-totp', sent: '/api/auth/two-factor/verify-otp' } as const

/** Sends the second proof: a code of the fan's app, a sent code, or a recovery code. */
export async function proveFactor(client: QueryClient, code: string, kind: keyof typeof PROOF_CALLS): Promise<void> {
  const isOneTime = isOneTimeCode(code)
  const path = isOneTime ? PROOF_CALLS[kind] : '/api/auth/two-factor/verify-backup-code'
  await request('POST', path, { body: { code: isOneTime ? withoutSpaces(code) : dashed(code.trim()) } })
  await client.invalidateQueries()
}

/** Has a code sent as second proof, through another channel than the first proof. */
export async function requestFactorCode(): Promise<void> {
  await request('POST', '/api/auth/two-factor/send-otp', { body: {} })
}

/** Restores the dash of a recovery code, if it is missing. */
const dashed = (code: string) => code.toLowerCase().replace(/^(\w{5})(\w{5})$/, '$1-$2')

const FACTOR_CALLS = {
  enable: '/api/auth/two-factor/enable',
  disable: '/api/auth/two-factor/disable',
  codes: '/api/auth/two-factor/generate-backup-codes',
} as const
export type FactorChange = keyof typeof FACTOR_CALLS

/** Secrets that are shown only once: the address for the fan's app, and their recovery codes. */
export interface FactorSecrets {
  readonly totpURI?: string
  readonly backupCodes?: readonly string[]
}

/** @param password Null for a fan without one. */
export function changeFactor(change: FactorChange, password: string | null): Promise<FactorSecrets> {
  return request('POST', FACTOR_CALLS[change], { body: password === null ? {} : { password } })
}

/** Creates an account, which the link of the confirmation mail activates. The library requires a name, which is shown nowhere. */
export async function signUp({ email, password, back }: Credentials): Promise<void> {
  const name = email.split('@', 1)[0] ?? ''
  await callAsPerson('/api/auth/sign-up/email', { name, email, password, callbackURL: back })
}

const PROVIDER_CALLS = { 'sign-in': '/api/auth/sign-in/social', link: '/api/auth/link-social' } as const

/** Returns the address of a provider's page, which redirects to `back`: signed in or linked, or with an error code. */
export async function providerAddress(
  purpose: keyof typeof PROVIDER_CALLS,
  provider: IdentityProviderId,
  back: string,
): Promise<string> {
  const callbacks = { callbackURL: back, errorCallbackURL: back }
  const [path, body] =
    provider === 'saml'
      ? ['/api/auth/sign-in/sso', { ...callbacks, providerId: provider }]
      : [PROVIDER_CALLS[purpose], { ...callbacks, provider }]
  const { url } = await request<{ url: string }>('POST', path, { body })
  return url
}

/** Requests a mail with a link and a code, for sign-in and sign-up. */
export async function requestLink(email: string, back: string): Promise<void> {
  await callAsPerson('/api/auth/sign-in/magic-link', { email, callbackURL: back })
}

export async function signInWithCode(client: QueryClient, email: string, code: string): Promise<Entered> {
  const body = { email, otp: code }
  return entered(client, await request<EnteredAnswer>('POST', '/api/auth/sign-in/email-otp', { body }))
}

/** Requests an SMS with a code, for sign-in and sign-up. */
export async function requestPhoneCode(phone: string): Promise<void> {
  await callAsPerson('/api/auth/phone-number/send-otp', { phoneNumber: phone })
}

export async function signInByPhone(client: QueryClient, phone: string, code: string): Promise<Entered> {
  const body = { phoneNumber: phone, code }
  return entered(client, await request<EnteredAnswer>('POST', '/api/auth/phone-number/verify', { body }))
}

/** Adds a phone to the sign-in methods of the signed-in fan. */
export async function addPhone(client: QueryClient, phone: string, code: string): Promise<void> {
  const body = { phoneNumber: phone, code, updatePhoneNumber: true }
  await request('POST', '/api/auth/phone-number/verify', { body })
  await client.invalidateQueries(meQuery)
}

export async function removePhone(client: QueryClient): Promise<void> {
  await call<typeof phoneRemoved>('POST', '/api/me/phone/remove', { body: {} })
  await client.invalidateQueries(meQuery)
}

/** Requests a message for a wallet's account to sign. It is valid once, for five minutes. */
export function askForMessage(chain: WalletChain, address: string): Promise<{ nonce: string; message: string }> {
  return callAsPerson('/api/auth/wallet/challenge', { chain, address })
}

/** A signed message. */
export interface WalletProof {
  readonly chain: WalletChain
  readonly address: string
  readonly nonce: string
  readonly signature: string
}

export async function signInByWallet(client: QueryClient, proof: WalletProof): Promise<Entered> {
  return entered(client, await request<EnteredAnswer>('POST', '/api/auth/wallet/verify', { body: proof }))
}

/** Adds a wallet to the sign-in methods of the signed-in fan. */
export async function addWallet(proof: WalletProof): Promise<void> {
  await request('POST', '/api/auth/wallet/verify', { body: { ...proof, link: true } })
}

/** Exchanges the token of a mail's link for a session, once however often the screen renders. Returns the path to go on to. */
export const linkQuery = (link: ExchangedLink, client: QueryClient) =>
  queryOptions({
    queryKey: ['link', link.token],
    queryFn: async () => {
      const path = await (link.kind === 'confirm' ? confirmAddress : openLink)(link)
      await client.invalidateQueries(meQuery)
      return path
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  })

async function openLink({ token, back }: ExchangedLink): Promise<string> {
  const answer = await request<EnteredAnswer>('GET', '/api/auth/magic-link/verify', { query: { token } })
  const missing = missingIn(answer)
  return missing === null ? back : `/profile?${new URLSearchParams({ factor: missing.join(' '), back })}`
}

/** Confirms an address. Returns the path that the library redirects to: the fan's page, or the choice of a new password. */
async function confirmAddress({ token, back }: ExchangedLink): Promise<string> {
  const query = new URLSearchParams({ token, callbackURL: back })
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  const headers = { [CONFIRM_HEADER]: '1' }
  const answer = await fetch(onServer(`/api/auth/verify-email?${query}`), { headers, signal }).catch(
    (cause: unknown) => {
      throw unansweredError(cause, isOnline())
    },
  )
  if (!answer.ok) throw refusalOf(answer.status, await answer.json().catch(() => null))
  const { pathname, search } = new URL(answer.url)
  return pathname + search
}

export async function resendConfirmation(email: string, back: string): Promise<void> {
  await callAsPerson('/api/auth/send-verification-email', { email, callbackURL: back })
}

export async function requestPasswordReset(email: string): Promise<void> {
  await callAsPerson('/api/auth/request-password-reset', { email, redirectTo: '/profile?type=recovery' })
}

/** Sets a new password with the token of a mail's link, which the browser has in a cookie. */
export async function resetPassword(newPassword: string): Promise<void> {
  await request('POST', '/api/auth/reset-password', { body: { newPassword } })
}

/** Changes the password, or sets the first one, for which `current` is null. Signs the fan's other devices out. */
export async function changePassword(client: QueryClient, current: string | null, password: string): Promise<void> {
  await call<typeof passwordChanged>('POST', '/api/me/password', {
    body: current === null ? { password } : { current, password },
  })
  await client.invalidateQueries(identitiesQuery)
  await client.invalidateQueries(sessionsQuery)
}

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

/** All that is read, except who is signed in. */
const ALL_BUT_ME: QueryFilters = { predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] }

/** Ends this device's session, and its push messages with it, and removes the fan's data from the cache. Changes nothing if that fails. */
export async function signOut(client: QueryClient): Promise<void> {
  // Reads that are still on their way would be refused.
  await client.cancelQueries(ALL_BUT_ME)
  try {
    await request('POST', '/api/auth/sign-out', { body: {} })
  } catch (error) {
    void client.refetchQueries({ ...ALL_BUT_ME, type: 'active', stale: true })
    throw error
  }
  forgetFan(client)
}

/** Removes everything of the fan from this phone and from the cache. */
function forgetFan(client: QueryClient): void {
  forgetOnPhone()
  forgetInCache(client)
}

/** Removes what this phone has stored of the fan. What the screen shows of them stays. */
export function forgetOnPhone(): void {
  forgetHeld()
  forgetPicks()
  keepFollows(null, [])
  if (import.meta.env.VITE_NATIVE) {
    void dropSession()
    void import('../../lib/native/leftovers.ts').then(({ eraseLeftovers }) => eraseLeftovers())
  }
  void pushDevice().then((device) => device?.forget())
}

/** Marks the fan as signed out, and removes everything else of theirs from the cache. */
export function forgetInCache(client: QueryClient): void {
  markSignedOut(client)
  client.removeQueries(ALL_BUT_ME)
}

/** Returns what knows about push messages to this device, or null if it cannot have any. */
async function pushDevice() {
  const mayHave = import.meta.env.VITE_NATIVE || ('Notification' in window && Notification.permission === 'granted')
  return mayHave ? (await import('../notifications/push-calls.ts')).device : null
}

export async function deleteAccount(): Promise<void> {
  await call<typeof deleteUserAccount>('POST', '/api/functions/delete-user-account', { body: DELETION_CONFIRMATION })
}

/** Ends the sessions of all other devices, or a single session. */
export function endSessions(which: { readonly scope: 'others' } | { readonly id: string }) {
  return call<typeof endedSessions>('POST', '/api/me/sessions/end', { body: which })
}

export function unlinkIdentity(id: string) {
  return call<typeof unlinked>('POST', '/api/me/identities/unlink', { body: { id } })
}
