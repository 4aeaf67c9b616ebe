import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OpenIdProviderId } from '@tribune/contract/accounts.ts'
import type { IdentityProvider } from '../../context.ts'

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
