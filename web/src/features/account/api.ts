import type { QueryClient } from '@tanstack/react-query'
import { queryOptions } from '@tanstack/react-query'
import type { Output } from '@tribune/contract/endpoint.ts'
import type { listVotes } from '@tribune/contract/votes.ts'
import { PROFILE_VOTES } from '@tribune/domain/refresh.ts'
import { call, get } from '../../lib/api.ts'
import { meQuery } from '../../lib/session.ts'

/** What the sign-in forms send: `back` is the page the mail's link leads to, a path of ours. */
export interface Credentials {
  readonly email: string
  readonly password: string
  readonly back: string
}

/** Opens a session in a cookie that no script can read. An address never confirmed is refused and gets a new link. */
export async function signIn(client: QueryClient, { email, password, back }: Credentials): Promise<void> {
  await call('POST', '/api/auth/sign-in/email', { body: { email, password, callbackURL: back } })
  await client.invalidateQueries(meQuery)
}

/** Makes an account that opens with the link of the confirmation mail. The library wants a name: it is not shown anywhere. */
export async function signUp({ email, password, back }: Credentials): Promise<void> {
  const name = email.split('@', 1)[0] ?? ''
  await call('POST', '/api/auth/sign-up/email', { body: { name, email, password, callbackURL: back } })
}

/** A mail with a link and a code: signs in, and up. */
export async function requestLink(email: string, back: string): Promise<void> {
  await call('POST', '/api/auth/sign-in/magic-link', { body: { email, callbackURL: back } })
}

export async function signInWithCode(client: QueryClient, email: string, code: string): Promise<void> {
  await call('POST', '/api/auth/sign-in/email-otp', { body: { email, otp: code } })
  await client.invalidateQueries(meQuery)
}

/** Exchanges the one-time token of a mail's link for a session. Asked once, however often the screen is drawn. */
export const linkQuery = (token: string, client: QueryClient) =>
  queryOptions({
    queryKey: ['link', token],
    queryFn: async () => {
      await get('/api/auth/magic-link/verify', { query: { token } })
      await client.invalidateQueries(meQuery)
      return true
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  })

export async function resendConfirmation(email: string, back: string): Promise<void> {
  await call('POST', '/api/auth/send-verification-email', { body: { email, callbackURL: back } })
}

export async function requestPasswordReset(email: string): Promise<void> {
  await call('POST', '/api/auth/request-password-reset', { body: { email, redirectTo: '/profile?type=recovery' } })
}

export async function resetPassword(token: string, newPassword: string): Promise<void> {
  await call('POST', '/api/auth/reset-password', { body: { token, newPassword } })
}

/** Ends this device's session, and forgets all that was the fan's own. */
export async function signOut(client: QueryClient): Promise<void> {
  await call('POST', '/api/auth/sign-out', { body: {} })
  forgetFan(client)
}

/** Nobody is signed in any more, and nothing of who was is kept. */
export function forgetFan(client: QueryClient): void {
  client.setQueryData(meQuery.queryKey, { fan: null })
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] })
}

/** Ends the account. `password` only where the server asked for it. */
export async function deleteAccount(password: string | null): Promise<void> {
  await call('POST', '/api/functions/delete-user-account', { body: password === null ? {} : { password } })
}

/** The fan's last twenty ballots, newest first. */
export const lastVotesQuery = queryOptions({
  queryKey: ['votes', 'profile'],
  queryFn: ({ signal }) => get<Output<typeof listVotes>>('/api/votes', { query: { limit: PROFILE_VOTES }, signal }),
})
