import { mkdirSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { createPageSender } from './page.ts'
import { Refusal } from './refusal.ts'

/** Out of the folder, or round about in it: no link of ours is written so. */
const DOT_SEGMENT = /(^|[/\\])\.\.?([/\\]|$)/
/**
 * A part of a file, from its first byte to its last or to the end. HTTP lets a server pass over any other wish, and it must where it means
 * nothing.
 */
const RANGE = /^bytes=(\d+)-(\d*)$/
const HASHED = 'public, max-age=31536000, immutable'

/** Serves the built web app: hashed assets for a year, and its one page for every address that is not a file's or the API's. */
export async function installWeb(http: FastifyInstance, app: App, webDir: string | null): Promise<void> {
  if (webDir === null) return
  // At a first start it is still being built.
  mkdirSync(webDir, { recursive: true })
  const sendPage = createPageSender(app, webDir)
  await http.register(fastifyStatic, { root: webDir, serve: false, preCompressed: true, cacheControl: false })
  http.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const [path = '/'] = request.url.split('?')
    if (path === '/api' || path.startsWith('/api/')) throw new Refusal('not_found')
    if (DOT_SEGMENT.test(path)) throw new Refusal('not_found')
    if (extname(path) === '' || (asksForPage(request) && !(await isFile(join(webDir, path)))))
      return sendPage(path, request, reply)
    // The library would refuse it.
    if (!asksForPart(request)) delete request.headers.range
    return reply.header('cache-control', path.startsWith('/assets/') ? HASHED : 'no-cache').sendFile(path)
  })
}

/** A browser that goes somewhere, not one that fetches a part of a page: an address with a dot that is no file's is a mistyped one. */
function asksForPage({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') === true
}

function asksForPart({ headers }: FastifyRequest): boolean {
  const [, first, last] = RANGE.exec(headers.range ?? '') ?? []
  return first !== undefined && (last === '' || Number(first) <= Number(last))
}

function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (about) => about.isFile(),
    () => false,
  )
}
