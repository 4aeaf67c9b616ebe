import { DAY_MS, HOUR_MS } from '@tribune/domain/common/instant.ts'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../kernel/clock.ts'
import { Refusal } from '../kernel/refusal.ts'

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
