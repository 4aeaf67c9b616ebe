import { DAY_MS, HOUR_MS } from '@tribune/domain/common/instant.ts'
import { APP_ID, APP_LINK_PATHS } from '@tribune/protocol/addresses.ts'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../kernel/clock.ts'
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

/** Days for which the contact is promised to be current: RFC 9116 recommends less than a year. */
const VALID_DAYS = 180

interface SecurityTextParts {
  readonly config: { readonly contactEmail: string | null; readonly publicUrl: string | null }
  readonly clock: Clock
}

/** Serves the address for reports of vulnerabilities (RFC 9116), refused as `not_found` while no contact is configured. */
export function serveSecurityText(http: FastifyInstance, { config, clock }: SecurityTextParts): void {
  const path = '/.well-known/security.txt'
  http.get(path, { schema: { hide: true } }, async (_request, reply) => {
    const { contactEmail, publicUrl } = config
    if (contactEmail === null) throw new Refusal('not_found')
    // The same for all callers of an hour.
    const expires = new Date(Math.ceil(clock.now().getTime() / HOUR_MS) * HOUR_MS + VALID_DAYS * DAY_MS)
    const lines = [
      `Contact: mailto:${contactEmail}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: fr, en',
      ...(publicUrl === null ? [] : [`Canonical: ${publicUrl}${path}`, `Policy: ${publicUrl}/legal#security`]),
    ]
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`)
  })
}
