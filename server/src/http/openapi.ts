import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { App } from '../app.ts'

/** Listens to every address that is registered afterwards. */
export async function collectOpenApi(http: FastifyInstance, app: App): Promise<void> {
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Tribune', version: '1', description: 'Le vote populaire mondial' },
      servers: [{ url: app.publicUrl }],
    },
    transform: jsonSchemaTransform,
  })
}

/** `/api/openapi.json`, and the same to read at `/api/docs`. */
export async function showOpenApi(http: FastifyInstance): Promise<void> {
  await http.register(swaggerUi, { routePrefix: '/api/docs' })
  http.get('/api/openapi.json', { schema: { hide: true } }, async () => http.swagger())
}
