import { getCurrentAuthEndpointContext } from '@better-auth/core/context'
import type { OpenIdProviderId } from '@tribune/contract/accounts.ts'
import { isWalletChain } from '@tribune/domain/wallet.ts'
import { APIError } from 'better-auth/api'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import type { IdentityProvider } from '../context.ts'
import { type Hook, sessionOf } from './hook.ts'
import type { Once } from './once.ts'
import { removeMethods } from './own-browser.ts'
import { realAddress } from './phones.ts'
import { isAtOrganisation } from './saml.ts'
import { DAY_S } from './settings.ts'

/** What else the library is told of its own ones. */
const MORE = { google: { prompt: 'select_account' as const }, apple: {}, sso: {} } satisfies Record<
  OpenIdProviderId,
  object
>
/** The longest that providers give their identity tokens. */
const TOKEN_LIFE_S = DAY_S
/** What providers hand over, at each sign-in anew. */
export const NOTHING_KEPT = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  scope: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
} as const

/** The library's settings for those who vouch: its own for the well-known ones, the general ones for who describes himself. */
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
    mapProfileToUser: checkedAddress,
    // As Apple answers who asks for an address.
    ...(id === 'apple' ? { responseMode: 'form_post' as const } : {}),
  }))
  return {
    socialProviders: Object.fromEntries(
      known.map(({ id, clientId, clientSecret }) => [
        id,
        { clientId, clientSecret, mapProfileToUser: checkedAddress, ...MORE[id] },
      ]),
    ),
    plugins: config.length === 0 ? [] : [genericOAuth({ config })],
  }
}

/** An identity token serves once: whoever sees it later has nothing. The library would take it until it expires. */
export async function refuseUsedToken({ body }: Pick<Hook, 'body'>, once: Once): Promise<void> {
  const token: unknown = body?.idToken?.token
  // What is signed of it, without the signature: that can be written in several ways.
  const isUsed =
    typeof token === 'string' && !(await once.use(`${body.provider} ${token.replace(/\.[^.]*$/, '')}`, TOKEN_LIFE_S))
  if (isUsed) throw new APIError('UNAUTHORIZED', { code: 'INVALID_TOKEN' })
}

/**
 * Drops an address that the provider never checked: it neither makes an account nor signs in to one. Otherwise a stranger could keep a
 * sign-in method of the account that the address's owner confirms later.
 */
function checkedAddress({ email_verified: checked }: Readonly<Record<string, unknown>>): { email?: null } {
  return checked === true || checked === 'true' ? {} : { email: null }
}

interface Owner {
  readonly id: string
  readonly email: string
  readonly emailVerified: boolean
  readonly phoneNumberVerified?: boolean | null
}

/**
 * Runs just before a provider or a wallet becomes a sign-in method. Nobody has proved to own an account whose address waits for its
 * confirmation: its methods until now are removed, and a wallet, which proves no address, is refused with `EMAIL_NOT_VERIFIED`. An account
 * without an address waits for nobody. Of what the provider handed over only its id of the fan is stored.
 */
export async function admitMethod(way: { readonly providerId: string; readonly userId: string }) {
  if (way.providerId === 'credential') return
  const call = getCurrentAuthEndpointContext()
  const { internalAdapter } = call.context
  const owner: Owner | null = await internalAdapter.findUserById(way.userId)
  const isProven = owner?.emailVerified === true || owner?.phoneNumberVerified === true
  if (owner !== null && !isProven && realAddress(owner.email) !== null) {
    if (isWalletChain(way.providerId)) throw new APIError('FORBIDDEN', { code: 'EMAIL_NOT_VERIFIED' })
    await removeMethods(internalAdapter, owner.id)
    if (isAtOrganisation(call)) await internalAdapter.updateUser(owner.id, { emailVerified: true })
  }
  return { data: NOTHING_KEPT }
}

/**
 * Requires the fan who set out to add a sign-in method to be signed in here still when they come back: meanwhile they may have ended their
 * sessions everywhere, because somebody else had set out.
 */
export async function requireLinker(call: Hook): Promise<void> {
  if (call.path !== '/callback/:id' || typeof call.query?.state !== 'string') return
  const state = await call.context.internalAdapter.findVerificationValue(`auth-state:${call.query.state}`)
  const fanId: unknown = state === null ? undefined : JSON.parse(state.value).link?.userId
  if (fanId === undefined) return
  if ((await sessionOf(call))?.user.id !== fanId) throw call.redirect('/profile?error=state_mismatch')
}
