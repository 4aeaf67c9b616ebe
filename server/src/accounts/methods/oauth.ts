import { getCurrentAuthEndpointContext } from '@better-auth/core/context'
import type { OpenIdProviderId } from '@tribune/contract/accounts.ts'
import { isWalletChain } from '@tribune/domain/fans/wallet.ts'
import { APIError } from 'better-auth/api'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import type { IdentityProvider } from '../../context.ts'
import { realAddress } from '../contacts/phones.ts'
import { type Hook, sessionOf } from '../hook.ts'
import { DAY_S } from '../settings.ts'
import type { Tools } from '../tools.ts'
import { removeMethods } from './password/own-browser.ts'
import { isAtOrganisation } from './saml.ts'

/** Extra settings of the providers that the library knows. */
const EXTRA_SETTINGS = { google: { prompt: 'select_account' as const }, apple: {}, sso: {} } satisfies Record<
  OpenIdProviderId,
  object
>
/** Longest lifetime that providers give their identity tokens. */
const TOKEN_LIFE_S = DAY_S
/** Providers' tokens, none of which is stored: each sign-in brings new ones. */
export const NO_PROVIDER_TOKENS = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  scope: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
} as const

/** Returns the library's settings for identity providers: its own for the well-known ones, the generic ones for those with a discovery document. */
export function identityProviders(providers: readonly IdentityProvider[]) {
  const described = providers.filter(({ discoveryUrl }) => discoveryUrl !== null)
  const known = providers.filter(({ discoveryUrl }) => discoveryUrl === null)
  const config = described.map(({ id, clientId, clientSecret, discoveryUrl }) => ({
    providerId: id,
    clientId,
    clientSecret,
    discoveryUrl: discoveryUrl ?? '',
    requireIdTokenVerification: true,
    scopes: ['openid', 'email', 'profile'],
    mapProfileToUser: withoutUnverifiedAddress,
    // Apple requires it where an address is requested.
    ...(id === 'apple' ? { responseMode: 'form_post' as const } : {}),
  }))
  return {
    socialProviders: Object.fromEntries(
      known.map(({ id, clientId, clientSecret }) => [
        id,
        { clientId, clientSecret, mapProfileToUser: withoutUnverifiedAddress, ...EXTRA_SETTINGS[id] },
      ]),
    ),
    plugins: config.length === 0 ? [] : [genericOAuth({ config })],
  }
}

/** Accepts an identity token only once, so that a leaked one is worthless. The library alone would accept it until it expires. */
export async function refuseUsedToken(
  { body }: Pick<Hook, 'body'>,
  { singleUse }: Pick<Tools, 'singleUse'>,
): Promise<void> {
  const token: unknown = body.idToken?.token
  // The signed part only: the same signature can be encoded in several ways.
  const isUsed =
    typeof token === 'string' &&
    !(await singleUse.use(`${body.provider} ${token.replace(/\.[^.]*$/, '')}`, TOKEN_LIFE_S))
  if (isUsed) throw new APIError('UNAUTHORIZED', { code: 'INVALID_TOKEN' })
}

/**
 * Drops an address that the provider never verified, so that it neither creates an account nor signs in to one. Otherwise a stranger could keep a
 * sign-in method of the account that the owner of the address confirms later.
 */
function withoutUnverifiedAddress({ email_verified: checked }: Readonly<Record<string, unknown>>): { email?: null } {
  return checked === true || checked === 'true' ? {} : { email: null }
}

interface Owner {
  readonly id: string
  readonly email: string
  readonly emailVerified: boolean
  readonly phoneNumberVerified?: boolean | null
}

/**
 * Runs just before a provider or a wallet becomes a sign-in method. While the address of an account awaits its confirmation, no fan has proved that
 * they own it: a provider replaces the account's sign-in methods, and a wallet, which proves no address, is refused with `EMAIL_NOT_VERIFIED`. Accounts
 * without an address are not affected. From the provider's answer, only its id of the fan is stored.
 */
export async function admitMethod(method: { readonly providerId: string; readonly userId: string }) {
  if (method.providerId === 'credential') return
  const call = getCurrentAuthEndpointContext()
  const { internalAdapter } = call.context
  const owner: Owner | null = await internalAdapter.findUserById(method.userId)
  const isProven = owner?.emailVerified === true || owner?.phoneNumberVerified === true
  if (owner !== null && !isProven && realAddress(owner.email) !== null) {
    if (isWalletChain(method.providerId)) throw new APIError('FORBIDDEN', { code: 'EMAIL_NOT_VERIFIED' })
    await removeMethods(internalAdapter, owner.id)
    if (isAtOrganisation(call)) await internalAdapter.updateUser(owner.id, { emailVerified: true })
  }
  return { data: NO_PROVIDER_TOKENS }
}

/**
 * Checks that a fan is still signed in when they return from a provider to add a sign-in method. They may have ended all sessions in between, because
 * another person had started to add it.
 */
export async function requireLinker(call: Hook): Promise<void> {
  if (typeof call.query?.state !== 'string') return
  const state = await call.context.internalAdapter.findVerificationValue(`auth-state:${call.query.state}`)
  const fanId: unknown = state === null ? undefined : JSON.parse(state.value).link?.userId
  if (fanId === undefined) return
  if ((await sessionOf(call))?.user.id !== fanId) throw call.redirect('/profile?error=state_mismatch')
}
