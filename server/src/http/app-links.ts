import { APP_ID, APP_LINK_PATHS } from '@tribune/protocol/app-links.ts'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../kernel/refusal.ts'

/** Phones ask for these files at every installation, and Apple's network for all of them: an hour is soon enough for a change. */
const CACHED = 'public, max-age=3600'

interface AppLinkConfig {
  readonly androidCertificates: readonly string[]
  readonly appleTeamId: string | null
}

/**
 * Serves the files by which phones verify that links of this host belong to the native app. Each is JSON at its own address, never a redirect, and refused
 * as `not_found` while the app's signer is not configured.
 */
export function serveAppLinks(http: FastifyInstance, config: AppLinkConfig): void {
  const serve = (path: string, content: unknown) =>
    http.get(path, { schema: { hide: true } }, async (_request, reply) => {
      if (content === null) throw new Refusal('not_found')
      return reply.header('cache-control', CACHED).type('application/json').send(JSON.stringify(content))
    })
  serve('/.well-known/assetlinks.json', assetLinks(config))
  serve('/.well-known/apple-app-site-association', siteAssociation(config))
  serve('/apple-app-site-association', siteAssociation(config))
}

/** Returns Android's statement list (Digital Asset Links), or null if no certificate is configured. */
function assetLinks({ androidCertificates }: AppLinkConfig): unknown {
  if (androidCertificates.length === 0) return null
  const target = { namespace: 'android_app', package_name: APP_ID, sha256_cert_fingerprints: androidCertificates }
  return [{ relation: ['delegate_permission/common.handle_all_urls'], target }]
}

/** Returns Apple's association of paths and app, or null if no team is configured. */
function siteAssociation({ appleTeamId }: AppLinkConfig): unknown {
  if (appleTeamId === null) return null
  return {
    applinks: {
      details: [{ appIDs: [`${appleTeamId}.${APP_ID}`], components: APP_LINK_PATHS.map((path) => ({ '/': path })) }],
    },
  }
}
