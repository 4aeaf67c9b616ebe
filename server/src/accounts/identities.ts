import { getCurrentAuthEndpointContext } from '@better-auth/core/context'
import type { OpenIdProviderId } from '@tribune/contract/accounts.ts'
import { isWalletChain } from '@tribune/domain/wallet.ts'
import { APIError } from 'better-auth/api'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import type { IdentityProvider } from '../context.ts'
import { type Hook, sessionOf } from './hook.ts'
import type { Once } from './once.ts'
import { closeWaysIn } from './own-browser.ts'
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
/** What providers hand over, again where a way in is used again. */
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
 * A provider's word for an address that it never checked is worth nothing: it neither makes an account nor gets into one. Otherwise a
 * stranger could keep a way into the account that the address's owner confirms later.
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
 * Just before somebody's account at a provider, or his wallet, becomes a way in. Nobody ever proved to be the owner of an account whose
 * address waits for its confirmation: what opened it until now ends here, and a wallet, which proves nobody's address, does not join it. An
 * account without an address waits for nobody. Of what the provider handed over nothing is kept but who it is.
 */
export async function welcomeWay(way: { readonly providerId: string; readonly userId: string }) {
  if (way.providerId === 'credential') return
  const call = getCurrentAuthEndpointContext()
  const { internalAdapter } = call.context
  const owner: Owner | null = await internalAdapter.findUserById(way.userId)
  const isProven = owner?.emailVerified === true || owner?.phoneNumberVerified === true
  if (owner !== null && !isProven && realAddress(owner.email) !== null) {
    if (isWalletChain(way.providerId)) throw new APIError('FORBIDDEN', { code: 'EMAIL_NOT_VERIFIED' })
    await closeWaysIn(internalAdapter, owner.id)
    if (isAtOrganisation(call)) await internalAdapter.updateUser(owner.id, { emailVerified: true })
  }
  return { data: NOTHING_KEPT }
}

/**
 * The way back of who set out to add a way in: he must still be signed in here. Meanwhile he may have ended his sessions everywhere,
 * because of the very one who set out.
 */
export async function requireLinker(call: Hook): Promise<void> {
  if (call.path !== '/callback/:id' || typeof call.query?.state !== 'string') return
  const state = await call.context.internalAdapter.findVerificationValue(`auth-state:${call.query.state}`)
  const fanId: unknown = state === null ? undefined : JSON.parse(state.value).link?.userId
  if (fanId === undefined) return
  if ((await sessionOf(call))?.user.id !== fanId) throw call.redirect('/profile?error=state_mismatch')
}
