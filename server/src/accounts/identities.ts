import { getCurrentAuthEndpointContext } from '@better-auth/core/context'
import type { IdentityProviderId } from '@tribune/contract/accounts.ts'
import { APIError } from 'better-auth/api'
import { genericOAuth } from 'better-auth/plugins/generic-oauth'
import { z } from 'zod'
import type { Hook } from './hook.ts'
import type { Once } from './once.ts'
import { closeWaysIn } from './own-browser.ts'
import { DAY_S } from './settings.ts'

/** Who vouches for somebody, and what he knows us by. */
export interface IdentityProvider {
  readonly id: IdentityProviderId
  readonly clientId: string
  readonly clientSecret: string
  /** Where it describes itself; `null` for the well-known one of its name. */
  readonly discoveryUrl: string | null
}

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

const MORE = { google: { prompt: 'select_account' as const }, apple: {} } satisfies Record<IdentityProviderId, object>

const TOKEN_MAX_LENGTH = 8_000
const NONCE_MIN_LENGTH = 16
/** The longest that providers give their identity tokens. */
const TOKEN_LIFE_S = DAY_S

/** All that a page of ours sends along; the library would pass on more to the provider. */
const asked = z.strictObject({
  provider: z.string(),
  callbackURL: z.string().optional(),
  errorCallbackURL: z.string().optional(),
  /** Instead of a way over the provider's pages: its own word, as an app on the phone has it. */
  idToken: z
    .strictObject({ token: z.string().max(TOKEN_MAX_LENGTH), nonce: z.string().min(NONCE_MIN_LENGTH) })
    .optional(),
})
const ASKED_PATHS: ReadonlySet<string> = new Set(['/sign-in/social', '/link-social'])

/** An identity token serves once: whoever sees it later has nothing. The library would take it until it expires, and without a nonce. */
export async function checkAsked({ path, body }: Pick<Hook, 'path' | 'body'>, once: Once): Promise<void> {
  if (!ASKED_PATHS.has(path)) return
  const { success, data } = asked.safeParse(body)
  if (!success) throw new APIError('BAD_REQUEST', { code: 'INVALID_REQUEST' })
  // What is signed of it, without the signature: that can be written in several ways.
  const claims = data.idToken?.token.replace(/\.[^.]*$/, '')
  if (claims !== undefined && !(await once.use(claims, TOKEN_LIFE_S))) {
    throw new APIError('UNAUTHORIZED', { code: 'INVALID_TOKEN' })
  }
}

/**
 * A provider's word for an address that it never checked is worth nothing: it neither makes an account nor gets into one. Otherwise a
 * stranger could keep a way into the account that the address's owner confirms later.
 */
function checkedAddress({ email_verified: checked }: Readonly<Record<string, unknown>>): { email?: null } {
  return checked === true || checked === 'true' ? {} : { email: null }
}

/**
 * Just before somebody's account at a provider becomes a way in. Nobody ever proved to be the owner of an account whose address waits for its
 * confirmation: what opened it until now ends here. Of what the provider handed over nothing is kept but who it is.
 */
export async function welcomeWay(way: { readonly providerId: string; readonly userId: string }) {
  if (way.providerId === 'credential') return
  const { internalAdapter } = getCurrentAuthEndpointContext().context
  const owner = await internalAdapter.findUserById(way.userId)
  if (owner?.emailVerified === false) await closeWaysIn(internalAdapter, owner.id)
  const nothing = { accessToken: null, refreshToken: null, idToken: null, scope: null }
  return { data: { ...nothing, accessTokenExpiresAt: null, refreshTokenExpiresAt: null } }
}
