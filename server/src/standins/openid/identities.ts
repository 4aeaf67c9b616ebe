import { OPEN_ID_PROVIDERS, type OpenIdProviderId } from '@tribune/contract/accounts.ts'
import { ACCOUNTS_PREFIX } from '../../accounts/settings.ts'
import type { Config } from '../../config.ts'
import type { IdentityProvider } from '../../context.ts'
import { isDescribed } from './discovery.ts'
import { type OpenIdStandIn, startOpenIdStandIn } from './stand-in.ts'

/**
 * Starts the identity providers: real ones where there are keys, and one stand-in for all others.
 * @param url The product's own address, for callbacks.
 * @param onProgress Called for a provider that does not answer, and so is not offered.
 */
export async function startIdentities(
  identities: Config['identities'],
  url: string,
  onProgress: (line: string) => void,
): Promise<OpenIdStandIn> {
  const offered = OPEN_ID_PROVIDERS.filter((id) => identities[id] !== undefined)
  const unknown = offered.filter((id) => identities[id] === null)
  const callback = (id: OpenIdProviderId) => `${url}${ACCOUNTS_PREFIX}/callback/${id}`
  const standIn = unknown.length === 0 ? null : await startOpenIdStandIn(unknown, callback)
  const found = offered.map(async (id): Promise<readonly IdentityProvider[]> => {
    const keys = identities[id]
    if (!keys) return standIn?.providers.filter((one) => one.id === id) ?? []
    const { discoveryUrl } = keys
    if (discoveryUrl === null || (await isDescribed(discoveryUrl))) return [{ id, ...keys }]
    onProgress(`sign-in by ${id}: ${discoveryUrl} does not answer, not offered`)
    return []
  })
  return { providers: (await Promise.all(found)).flat(), close: async () => standIn?.close() }
}
