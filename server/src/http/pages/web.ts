import { mkdirSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { mayBePage } from '@tribune/domain/offline.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../../kernel/refusal.ts'
import { allowOwnScripts, readBuiltPage } from './built-page.ts'
import { createPageSender, type PageParts } from './page.ts'
import { createWorkerSender } from './service-worker.ts'

/** Out of the folder, or round about in it: no link of ours is written so. */
const DOT_SEGMENT = /(^|[/\\])\.\.?([/\\]|$)/
/**
 * A part of a file, from its first byte to its last or to the end. HTTP lets a server pass over any other wish, and it must where it means
 * nothing.
 */
const RANGE = /^bytes=(\d+)-(\d*)$/
const PAGE = '/index.html'
const WORKER = '/sw.js'
const HASHED = 'public, max-age=31536000, immutable'

/** Serves the built web app: hashed assets for a year, and its one page for every address that is not a file's or the API's. */
export async function installWeb(http: FastifyInstance, parts: PageParts, webDir: string | null): Promise<void> {
  if (webDir === null) return
  // At a first start it is still being built.
  mkdirSync(webDir, { recursive: true })
  const readPage = readBuiltPage(webDir)
  const sendPage = createPageSender(parts, readPage)
  const sendWorker = createWorkerSender(parts.snapshots, webDir, readPage)
  await http.register(fastifyStatic, { root: webDir, serve: false, preCompressed: true, cacheControl: false })
  http.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const [path = '/'] = request.url.split('?')
    if (DOT_SEGMENT.test(path)) throw new Refusal('not_found')
    if (await isPage(path, request, webDir)) return sendPage(path, request, reply)
    if (extname(path) === '') throw new Refusal('not_found')
    if (path === WORKER) return sendWorker(request, reply)
    // What the service worker keeps of the page are its bytes and its headers.
    if (path === PAGE) allowOwnScripts(await readPage(), reply)
    // The library would refuse it.
    if (!asksForPart(request)) delete request.headers.range
    return reply.header('cache-control', path.startsWith('/assets/') ? HASHED : 'no-cache').sendFile(path)
  })
}

/** Whether an address shows the app's page: all do but files and what only other programs ask for. */
async function isPage(path: string, request: FastifyRequest, webDir: string): Promise<boolean> {
  if (!mayBePage(path)) return false
  return extname(path) === '' || (asksForPage(request) && !(await isFile(join(webDir, path))))
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
