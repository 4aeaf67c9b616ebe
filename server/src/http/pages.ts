import helmet from '@fastify/helmet'
import { CHALLENGE_ORIGIN } from '@tribune/contract/account-calls.ts'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { App } from '../app.ts'
import { showOpenApi } from './openapi.ts'
import { installWeb } from './web.ts'

export interface Pages {
  readonly webDir: string | null
  readonly plugins: readonly FastifyPluginAsync[]
}

/** Everything a browser shows as a page, under a strict content policy. JSON answers need none of it, and stay small. */
export async function installPages(http: FastifyInstance, app: App, pages: Pages): Promise<void> {
  const secure = app.publicUrl.startsWith('https:')
  const challenge = app.config.challenge === null ? [] : [CHALLENGE_ORIGIN]
  await http.register(async (scope) => {
    await scope.register(helmet, {
      contentSecurityPolicy: {
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'", ...challenge],
          frameSrc: ["'self'", ...challenge],
          fontSrc: ["'self'"],
          imgSrc: ["'self'", 'data:'],
          styleSrc: ["'self'", "'unsafe-inline'"],
          upgradeInsecureRequests: secure ? [] : null,
        },
      },
      strictTransportSecurity: secure,
    })
    await showOpenApi(scope)
    for (const plugin of pages.plugins) await scope.register(plugin)
    await installWeb(scope, app, pages.webDir)
  })
}
