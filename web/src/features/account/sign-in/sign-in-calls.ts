import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { CONFIRM_HEADER } from '@tribune/contract/account-constants.ts'
import type { AccountAnswer, AccountBody } from '@tribune/contract/account-endpoints.ts'
import type { IdentityProviderId } from '@tribune/contract/accounts.ts'
import type { SecondProof } from '@tribune/domain/fans/second-proof.ts'
import type { WalletChain } from '@tribune/domain/fans/wallet.ts'
import { meQuery } from '../../../data/session.ts'
import { callAccount, followAccount } from '../../../lib/http/account-api.ts'
import { callAsPerson, callWithSecret } from '../proof/proven-calls.ts'
import type { ExchangedLink } from '../sign-in-return/profile-address.ts'

/** Input of the sign-in forms. `back` is the page of this site that the mail's link leads to. */
export interface Credentials {
  readonly email: string
  readonly password: string
  readonly back: string
}

/** Outcome of a first proof: signed in, or the second proofs to choose from. */
export type Entered = 'in' | readonly SecondProof[]

/** Headers of a call besides its own. */
type Headers = Readonly<Record<string, string>>

/** Answer of the accounts library to a first proof. */
type EnteredAnswer = AccountAnswer<'POST', '/sign-in/email'>

/** Returns the second proofs that a sign-in still needs one of, or null if it is complete. */
const missingProofs = (answer: EnteredAnswer): readonly SecondProof[] | null =>
  answer.twoFactorRedirect === true ? answer.twoFactorMethods : null

async function entered(client: QueryClient, answer: EnteredAnswer): Promise<Entered> {
  await client.invalidateQueries(meQuery)
  return missingProofs(answer) ?? 'in'
}

/** Opens a session in an HTTP-only cookie. An unconfirmed address is refused and gets a new link. */
export async function signIn(client: QueryClient, { email, password, back }: Credentials): Promise<Entered> {
  const body = { email, password, callbackURL: back }
  const send = (headers: Headers) => callAccount('POST', '/sign-in/email', { body, headers })
  return entered(client, await callWithSecret(send))
}

/** Creates an account, which the link of the confirmation mail activates. The library requires a name, which is shown nowhere. */
export async function signUp({ email, password, back }: Credentials): Promise<void> {
  const body = { name: email.split('@', 1)[0] ?? '', email, password, callbackURL: back }
  await callAsPerson((headers) => callAccount('POST', '/sign-up/email', { body, headers }), email)
}

/** Sends the confirmation mail again. */
export async function resendConfirmation(email: string, back: string): Promise<void> {
  const body = { email, callbackURL: back }
  await callAsPerson((headers) => callAccount('POST', '/send-verification-email', { body, headers }), email)
}

/** Requests a mail with a link to choose a new password. */
export async function requestPasswordReset(email: string): Promise<void> {
  const body = { email, redirectTo: '/profile?type=recovery' }
  await callAsPerson((headers) => callAccount('POST', '/request-password-reset', { body, headers }), email)
}

/** Requests a mail with a link and a code, for sign-in and sign-up. */
export async function requestLink(email: string, back: string): Promise<void> {
  const body = { email, callbackURL: back }
  await callAsPerson((headers) => callAccount('POST', '/sign-in/magic-link', { body, headers }), email)
}

/** Signs in with the code of such a mail. */
export async function signInWithCode(client: QueryClient, email: string, code: string): Promise<Entered> {
  const body = { email, otp: code }
  const send = (headers: Headers) => callAccount('POST', '/sign-in/email-otp', { body, headers })
  return entered(client, await callWithSecret(send))
}

/** Requests an SMS with a code, for sign-in and sign-up. */
export async function requestPhoneCode(phone: string): Promise<void> {
  const body = { phoneNumber: phone }
  await callAsPerson((headers) => callAccount('POST', '/phone-number/send-otp', { body, headers }))
}

/** Signs in with the code of such a message. */
export async function signInByPhone(client: QueryClient, phone: string, code: string): Promise<Entered> {
  const body = { phoneNumber: phone, code }
  const send = (headers: Headers) => callAccount('POST', '/phone-number/verify', { body, headers })
  return entered(client, await callWithSecret(send))
}

/** Requests a message for a wallet's account to sign. It is valid once, for five minutes. */
export function askForMessage(chain: WalletChain, address: string) {
  const body = { chain, address }
  return callAsPerson((headers) => callAccount('POST', '/wallet/challenge', { body, headers }))
}

/** A signed message. */
export type WalletProof = Readonly<Omit<AccountBody<'/wallet/verify'>, 'link'>>

/** Signs in with the signature of a wallet. */
export async function signInByWallet(client: QueryClient, proof: WalletProof): Promise<Entered> {
  return entered(client, await callAccount('POST', '/wallet/verify', { body: proof }))
}

/** Returns the address of a provider's page, which redirects to `back`: signed in or linked, or with an error code. */
export async function providerAddress(
  purpose: 'sign-in' | 'link',
  provider: IdentityProviderId,
  back: string,
): Promise<string> {
  const callbacks = { callbackURL: back, errorCallbackURL: back }
  if (provider === 'saml') {
    const body = { ...callbacks, providerId: provider }
    return (await callAccount('POST', '/sign-in/sso', { body })).url
  }
  const body = { ...callbacks, provider }
  const path = purpose === 'link' ? '/link-social' : '/sign-in/social'
  // Without an address the fan is signed in, which only an identity token leads to.
  return (await callAccount('POST', path, { body })).url ?? back
}

/** Query that exchanges the token of a mail's link for a session. Runs once, even if the screen renders again. Its data is the path to continue to. */
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
  const missing = missingProofs(await callAccount('GET', '/magic-link/verify', { query: { token } }))
  return missing === null ? back : `/profile?${new URLSearchParams({ factor: missing.join(' '), back })}`
}

/** Confirms an email address. Returns the path that the accounts library redirects to: the fan's page, or the page for a new password. */
function confirmAddress({ token, back }: ExchangedLink): Promise<string> {
  return followAccount('/verify-email', { query: { token, callbackURL: back }, headers: { [CONFIRM_HEADER]: '1' } })
}

/** Sets a new password. The browser has the token of the mail's link in a cookie, and sends it along. */
export async function resetPassword(newPassword: string): Promise<void> {
  await callAccount('POST', '/reset-password', { body: { newPassword } })
}
