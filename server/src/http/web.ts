import { mkdirSync } from 'node:fs'
import { extname } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Refusal } from './refusal.ts'

const HASHED = 'public, max-age=31536000, immutable'

/** Serves the built web app: hashed assets for a year, and its one page for every address that is not a file's or the API's. */
export async function installWeb(http: FastifyInstance, webDir: string | null): Promise<void> {
  if (webDir === null) return
  // At a first start it is still being built.
  mkdirSync(webDir, { recursive: true })
  await http.register(fastifyStatic, { root: webDir, serve: false, preCompressed: true, cacheControl: false })
  http.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const [path = '/'] = request.url.split('?')
    if (path === '/api' || path.startsWith('/api/')) throw new Refusal('not_found')
    if (extname(path) === '') return reply.header('cache-control', 'no-cache').sendFile('index.html')
    return reply.header('cache-control', path.startsWith('/assets/') ? HASHED : 'no-cache').sendFile(path)
  })
}
