import type { QueryClient } from '@tanstack/react-query'
import { queryOptions } from '@tanstack/react-query'
import {
  APP_CALLBACK,
  CHALLENGE_HEADER,
  CONFIRM_HEADER,
  DELETION_CONFIRMATION,
} from '@tribune/contract/account-calls.ts'
import type {
  deleteUserAccount,
  endSessions as endedSessions,
  getMe,
  IdentityProviderId,
  listIdentities,
  listSessions,
  makeAppCode,
  changePassword as passwordChanged,
  removePhone as phoneRemoved,
  unlinkIdentity as unlinked,
} from '@tribune/contract/accounts.ts'
import type { listVotes } from '@tribune/contract/votes.ts'
import { isOneTimeCode, withoutSpaces } from '@tribune/domain/one-time-code.ts'
import { PROFILE_VOTES, REQUEST_TIMEOUT_MS } from '@tribune/domain/refresh.ts'
import type { SecondProof } from '@tribune/domain/second-proof.ts'
import type { WalletChain } from '@tribune/domain/wallet.ts'
import { isOnline } from '../../lib/device/platform.ts'
import { call, get, request } from '../../lib/http/api.ts'
import { ApiError, refusalOf, unansweredError } from '../../lib/http/api-error.ts'
import { OWN_BALLOTS } from '../../lib/http/query-keys.ts'
import { forgetWho, meQuery } from '../../lib/http/session.ts'
import type { Handover } from '../sign-in-return/app-handover.ts'
import type { ExchangedLink } from '../sign-in-return/use-link-answer.ts'

/** What such a call sends. */
type Fields = Readonly<Record<string, unknown>>

/**
 * A call that a robot would like to make, with the proof of work that pays for it. Where the server names a dearer price, now that it knows
 * the address, the work is done and the call made once more; where it asks for a proof of the person instead, with that one.
 */
async function callAsPerson<Answer = unknown>(path: string, body: Fields): Promise<Answer> {
  const send = (proof: string | null) =>
    request<Answer>('POST', path, { body, headers: proof === null ? {} : { [CHALLENGE_HEADER]: proof } })
  const mailDomain = typeof body.email === 'string' ? body.email.split('@').at(-1) : undefined
  const { beginWork, proveWork } = await import('../proof/work.ts')
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
  const { provePerson } = await import('../proof/person.ts')
  return provePerson(challenge)
}

/** What the sign-in forms send: `back` is the page the mail's link leads to, a path of ours. */
export interface Credentials {
  readonly email: string
  readonly password: string
  readonly back: string
}

/** Whether somebody is signed in, or what their second factor can be. */
export type Entered = 'in' | readonly SecondProof[]

/** The answer of the accounts once a fan has proved who they are. */
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

/** Opens a session in a cookie that no script can read. An address never confirmed is refused and gets a new link. */
export async function signIn(client: QueryClient, { email, password, back }: Credentials): Promise<Entered> {
  const body = { email, password, callbackURL: back }
  return entered(client, await request<EnteredAnswer>('POST', '/api/auth/sign-in/email', { body }))
}

const PROOF_CALLS = { app: '/api/auth/two-factor/verify-totp', sent: '/api/auth/two-factor/verify-otp' } as const

/** The second proof: a code of the fan's app, or the one that was sent to them; or one of their recovery codes. */
export async function proveFactor(client: QueryClient, code: string, kind: keyof typeof PROOF_CALLS): Promise<void> {
  const isOneTime = isOneTimeCode(code)
  const path = isOneTime ? PROOF_CALLS[kind] : '/api/auth/two-factor/verify-backup-code'
  await request('POST', path, { body: { code: isOneTime ? withoutSpaces(code) : dashed(code.trim()) } })
  await client.invalidateQueries()
}

/** Has a code sent as second proof: to what did not give the first one. */
export async function requestFactorCode(): Promise<void> {
  await request('POST', '/api/auth/two-factor/send-otp', { body: {} })
}

/** A recovery code as it was written down, its dash forgotten perhaps. */
const dashed = (code: string) => code.toLowerCase().replace(/^(\w{5})(\w{5})$/, '$1-$2')

const FACTOR_CALLS = {
  enable: '/api/auth/two-factor/enable',
  disable: '/api/auth/two-factor/disable',
  codes: '/api/auth/two-factor/generate-backup-codes',
} as const
export type FactorChange = keyof typeof FACTOR_CALLS

/** What is shown once: the address for the fan's app, and their recovery codes. */
export interface FactorSecrets {
  readonly totpURI?: string
  readonly backupCodes?: readonly string[]
}

/** @param password Of who has one. */
export function changeFactor(change: FactorChange, password: string | null): Promise<FactorSecrets> {
  return request('POST', FACTOR_CALLS[change], { body: password === null ? {} : { password } })
}

/** Makes an account that opens with the link of the confirmation mail. The library wants a name: it is not shown anywhere. */
export async function signUp({ email, password, back }: Credentials): Promise<void> {
  const name = email.split('@', 1)[0] ?? ''
  await callAsPerson('/api/auth/sign-up/email', { name, email, password, callbackURL: back })
}

const PROVIDER_CALLS = { 'sign-in': '/api/auth/sign-in/social', link: '/api/auth/link-social' } as const

/** The address of a provider's page, which leads back to `back`: signed in or linked, or with the reason why not. */
export async function wayToProvider(
  purpose: keyof typeof PROVIDER_CALLS,
  provider: IdentityProviderId,
  back: string,
): Promise<string> {
  const way = { callbackURL: back, errorCallbackURL: back }
  const [path, body] =
    provider === 'saml'
      ? ['/api/auth/sign-in/sso', { ...way, providerId: provider }]
      : [PROVIDER_CALLS[purpose], { ...way, provider }]
  const { url } = await request<{ url: string }>('POST', path, { body })
  return url
}

/** A mail with a link and a code: signs in, and up. */
export async function requestLink(email: string, back: string): Promise<void> {
  await callAsPerson('/api/auth/sign-in/magic-link', { email, callbackURL: back })
}

export async function signInWithCode(client: QueryClient, email: string, code: string): Promise<Entered> {
  const body = { email, otp: code }
  return entered(client, await request<EnteredAnswer>('POST', '/api/auth/sign-in/email-otp', { body }))
}

/** A text with a code: signs in, and up. */
export async function requestPhoneCode(phone: string): Promise<void> {
  await callAsPerson('/api/auth/phone-number/send-otp', { phoneNumber: phone })
}

export async function signInByPhone(client: QueryClient, phone: string, code: string): Promise<Entered> {
  const body = { phoneNumber: phone, code }
  return entered(client, await request<EnteredAnswer>('POST', '/api/auth/phone-number/verify', { body }))
}

/** The phone opens the account of who is signed in from now on. */
export async function addPhone(client: QueryClient, phone: string, code: string): Promise<void> {
  const body = { phoneNumber: phone, code, updatePhoneNumber: true }
  await request('POST', '/api/auth/phone-number/verify', { body })
  await client.invalidateQueries(meQuery)
}

export async function removePhone(client: QueryClient): Promise<void> {
  await call<typeof phoneRemoved>('POST', '/api/me/phone/remove', { body: {} })
  await client.invalidateQueries(meQuery)
}

/** A message for a wallet's account to sign; it serves once, for five minutes. */
export function askForMessage(chain: WalletChain, address: string): Promise<{ nonce: string; message: string }> {
  return callAsPerson('/api/auth/wallet/challenge', { chain, address })
}

/** The signature of such a message. */
export interface WalletProof {
  readonly chain: WalletChain
  readonly address: string
  readonly nonce: string
  readonly signature: string
}

export async function signInByWallet(client: QueryClient, proof: WalletProof): Promise<Entered> {
  return entered(client, await request<EnteredAnswer>('POST', '/api/auth/wallet/verify', { body: proof }))
}

/** The wallet opens the account of who is signed in from now on. */
export async function addWallet(proof: WalletProof): Promise<void> {
  await request('POST', '/api/auth/wallet/verify', { body: { ...proof, link: true } })
}

/** Exchanges the token of a mail's link for a session, once, however often the screen is drawn; gives the path to go on to. */
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

/** The library answers by where to go: the page that the fan came from, or a new password first. */
async function confirmAddress({ token, back }: ExchangedLink): Promise<string> {
  const query = new URLSearchParams({ token, callbackURL: back })
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  const headers = { [CONFIRM_HEADER]: '1' }
  const answer = await fetch(`/api/auth/verify-email?${query}`, { headers, signal }).catch((cause: unknown) => {
    throw unansweredError(cause, isOnline())
  })
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

/** Chooses the password that a mail's link allows: the browser keeps what proves it in a cookie. */
export async function resetPassword(newPassword: string): Promise<void> {
  await request('POST', '/api/auth/reset-password', { body: { newPassword } })
}

/** Changes the password, or sets one: `current` is null for a fan who has none. Their other devices are signed out. */
export async function changePassword(client: QueryClient, current: string | null, password: string): Promise<void> {
  await call<typeof passwordChanged>('POST', '/api/me/password', {
    body: current === null ? { password } : { current, password },
  })
  await client.invalidateQueries(identitiesQuery)
  await client.invalidateQueries(sessionsQuery)
}

/** A code with which the native app opens a session of its own. */
export async function askAppCode({ challenge, alone }: Handover): Promise<string> {
  const body = { challenge, alone }
  const { code } = await call<typeof makeAppCode>('POST', '/api/me/app-code', { body })
  return code
}

/** The address that opens the native app: with its code, or with the reason why there is none. */
export function wayToApp(
  { challenge }: Handover,
  answer: { readonly code: string } | { readonly error: string },
): string {
  return `${APP_CALLBACK}?${new URLSearchParams({ ...answer, app: challenge })}`
}

/** Ends this device's session, and forgets all that was the fan's own. */
export async function signOut(client: QueryClient): Promise<void> {
  await request('POST', '/api/auth/sign-out', { body: {} })
  forgetFan(client)
}

/** Nobody is signed in any more, and nothing of who was is kept. */
export function forgetFan(client: QueryClient): void {
  forgetWho(client)
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] })
}

export async function deleteAccount(): Promise<void> {
  await call<typeof deleteUserAccount>('POST', '/api/functions/delete-user-account', { body: DELETION_CONFIRMATION })
}

/** Where the fan is signed in, the newest first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => get<typeof listSessions>('/api/me/sessions', { signal }),
})

/** Ends the sessions of all other devices, or one of them. */
export function endSessions(which: { readonly scope: 'others' } | { readonly id: string }) {
  return call<typeof endedSessions>('POST', '/api/me/sessions/end', { body: which })
}

/** The sign-in methods of the fan's account besides their address. */
export const identitiesQuery = queryOptions({
  queryKey: ['identities'],
  queryFn: ({ signal }) => get<typeof listIdentities>('/api/me/identities', { signal }),
})

export function unlinkIdentity(id: string) {
  return call<typeof unlinked>('POST', '/api/me/identities/unlink', { body: { id } })
}

/** The fan's last twenty ballots, newest first. */
export const lastVotesQuery = queryOptions({
  queryKey: [...OWN_BALLOTS, 'profile'],
  queryFn: ({ signal }) => get<typeof listVotes>('/api/votes', { query: { limit: PROFILE_VOTES }, signal }),
})
