import helmet from '@fastify/helmet'
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
  await http.register(async (scope) => {
    await scope.register(helmet, {
      contentSecurityPolicy: {
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'"],
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
