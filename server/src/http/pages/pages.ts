import helmet from '@fastify/helmet'
import { CAPTCHA_ORIGIN } from '@tribune/contract/account-constants.ts'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { serveOpenApi } from '../openapi.ts'
import { onThisMachine } from './development-page.ts'
import type { PageParts } from './page.ts'
import { installWeb } from './web.ts'

/** Features that our pages never use, denied to anything injected as well. */
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
  /** `captcha`, `null` if none is configured. */
  readonly config: { readonly captcha: object | null; readonly apiDocs: boolean }
  readonly webDir: string | null
  /** Pages of stand-ins. */
  readonly plugins: readonly FastifyPluginAsync[]
}

/** Installs all pages, under a strict content policy. JSON answers do not need it, and stay small. */
export async function installPages(http: FastifyInstance, parts: PagesParts): Promise<void> {
  const secure = parts.publicUrl.startsWith('https:')
  const captcha = parts.config.captcha === null ? [] : [CAPTCHA_ORIGIN]
  await http.register(async (scope) => {
    await scope.register(helmet, {
      contentSecurityPolicy: {
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'", ...captcha],
          // For the proof of work and the service worker.
          workerSrc: ["'self'"],
          frameSrc: ["'self'", ...captcha],
          fontSrc: ["'self'"],
          imgSrc: ["'self'", 'data:'],
          styleSrc: ["'self'", "'unsafe-inline'"],
          upgradeInsecureRequests: secure ? [] : null,
        },
      },
      strictTransportSecurity: secure,
    })
    scope.addHook('onRequest', async (_request, reply) => void reply.header('permissions-policy', PERMISSIONS))
    if (parts.config.apiDocs) await serveOpenApi(scope, parts.snapshots)
    for (const plugin of parts.plugins) await scope.register(onThisMachine(plugin))
    await installWeb(scope, parts, parts.webDir)
  })
}
