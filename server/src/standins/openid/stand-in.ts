import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OPEN_ID_PROVIDERS, type OpenIdProviderId } from '@tribune/contract/accounts.ts'
import { ACCOUNTS_PREFIX } from '../../accounts/settings.ts'
import type { Config } from '../../config.ts'
import type { IdentityProvider } from '../../context.ts'

type Identities = Config['identities']

const offeredOf = (identities: Identities) => OPEN_ID_PROVIDERS.filter((id) => identities[id] !== undefined)

/** Returns the offered providers without keys, which one stand-in replaces. */
export function unknownProviders(identities: Identities): OpenIdProviderId[] {
  return offeredOf(identities).filter((id) => identities[id] === null)
}

/** Returns the callback URL of each provider. @param url The product's own address. */
export function callbackOf(url: string): (id: OpenIdProviderId) => string {
  return (id) => `${url}${ACCOUNTS_PREFIX}/callback/${id}`
}

/**
 * Finds the identity providers: real ones where there are keys, and those of the stand-in.
 * @param onMissing Called for a provider that does not answer, and so is not offered.
 */
export async function findIdentities(
  identities: Identities,
  standIn: readonly IdentityProvider[],
  onMissing: (line: string) => void,
): Promise<readonly IdentityProvider[]> {
  const found = offeredOf(identities).map(async (id): Promise<readonly IdentityProvider[]> => {
    const keys = identities[id]
    if (!keys) return standIn.filter((one) => one.id === id)
    const { discoveryUrl } = keys
    if (discoveryUrl === null || (await isDescribed(discoveryUrl))) return [{ id, ...keys }]
    onMissing(`sign-in by ${id}: ${discoveryUrl} does not answer, not offered`)
    return []
  })
  return (await Promise.all(found)).flat()
}

const LIMIT_MS = 5_000

/**
 * Returns whether a discovery document can be read within a time limit. The accounts library reads it right afterwards, and would wait for ever for a
 * provider that does not answer.
 */
export async function isDescribed(address: string): Promise<boolean> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(LIMIT_MS) })
    const description: unknown = answer.ok ? await answer.json() : null
    return typeof description === 'object' && description !== null && 'jwks_uri' in description
  } catch {
    return false
  }
}

const HOST = '127.0.0.1'
const CLOSE_LIMIT_MS = 1_000

/** Stand-in for Google and Apple: a real OpenID provider on this machine that believes everybody. */
export interface OpenIdStandIn {
  /** Their settings for the product. */
  readonly providers: readonly IdentityProvider[]
  close(): Promise<void>
}

/** Starts the stand-in, which is loaded at its first request. @param callbackOf Returns the product's callback URL of a provider. */
export async function startOpenIdStandIn(
  ids: readonly OpenIdProviderId[],
  callbackOf: (id: OpenIdProviderId) => string,
): Promise<OpenIdStandIn> {
  const server = createServer()
  server.listen(0, HOST)
  await once(server, 'listening')
  const issuer = `http://${HOST}:${(server.address() as AddressInfo).port}`
  const secret = randomBytes(24).toString('base64url')
  const clients = ids.map((id) => ({
    client_id: id,
    client_secret: secret,
    client_name: id,
    redirect_uris: [callbackOf(id)],
    token_endpoint_auth_method: 'client_secret_post' as const,
  }))
  let loading: Promise<RequestListener> | null = null
  server.on('request', (request, response) => {
    loading ??= import('./believing-provider.ts').then((part) => part.createBelievingProvider(issuer, clients))
    loading.then(
      (answer) => answer(request, response),
      (error: unknown) => response.destroy(error instanceof Error ? error : undefined),
    )
  })
  return {
    providers: ids.map((id) => ({
      id,
      clientId: id,
      clientSecret: secret,
      discoveryUrl: `${issuer}/.well-known/openid-configuration`,
    })),
    close: () =>
      new Promise((closed) => {
        setTimeout(() => server.closeAllConnections(), CLOSE_LIMIT_MS).unref()
        server.close(() => closed())
        server.closeIdleConnections()
      }),
  }
}
