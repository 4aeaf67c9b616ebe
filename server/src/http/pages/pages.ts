import helmet from '@fastify/helmet'
import { CHALLENGE_ORIGIN } from '@tribune/contract/account-calls.ts'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { showOpenApi } from '../openapi.ts'
import { onThisMachine } from './development-page.ts'
import type { PageParts } from './page.ts'
import { installWeb } from './web.ts'

/** What no page of ours asks a phone for, nor anything that it might be made to show. */
const PERMISSIONS = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

export interface PagesParts extends PageParts {
  /** `challenge`: whether people are asked by a judge elsewhere for a proof that they are people, `null` where they are not. */
  readonly config: { readonly challenge: object | null; readonly apiDocs: boolean }
  readonly webDir: string | null
  /** Pages of stand-ins. */
  readonly plugins: readonly FastifyPluginAsync[]
}

/** Everything a browser shows as a page, under a strict content policy. JSON answers need none of it, and stay small. */
export async function installPages(http: FastifyInstance, parts: PagesParts): Promise<void> {
  const secure = parts.publicUrl.startsWith('https:')
  const challenge = parts.config.challenge === null ? [] : [CHALLENGE_ORIGIN]
  await http.register(async (scope) => {
    await scope.register(helmet, {
      contentSecurityPolicy: {
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'", ...challenge],
          // Our own alone solve the proof of work, and answer without a network.
          workerSrc: ["'self'"],
          frameSrc: ["'self'", ...challenge],
          fontSrc: ["'self'"],
          imgSrc: ["'self'", 'data:'],
          styleSrc: ["'self'", "'unsafe-inline'"],
          upgradeInsecureRequests: secure ? [] : null,
        },
      },
      strictTransportSecurity: secure,
    })
    scope.addHook('onRequest', async (_request, reply) => void reply.header('permissions-policy', PERMISSIONS))
    if (parts.config.apiDocs) await showOpenApi(scope)
    for (const plugin of parts.plugins) await scope.register(onThisMachine(plugin))
    await installWeb(scope, parts, parts.webDir)
  })
}
