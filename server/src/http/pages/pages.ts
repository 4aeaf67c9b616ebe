import { mkdirSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import { CAPTCHA_ORIGIN } from '@tribune/contract/account-constants.ts'
import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { mayBePage, POLICY_PLACE } from '@tribune/protocol/offline.ts'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { ReadyBytes, type Snapshots } from '../../infra/snapshots/snapshot.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { serveOpenApi } from '../openapi.ts'
import { onThisMachine } from './development-page.ts'
import {
  allowOwnScripts,
  allowWebAssembly,
  type BuiltPage,
  createPageSender,
  type PageParts,
  policyRevision,
  readBuilt,
  readBuiltPage,
} from './page.ts'

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

/** Path traversal; our own links never have dot segments. */
const DOT_SEGMENT = /(^|[/\\])\.\.?([/\\]|$)/
/** A single range from a first byte to a last one, or to the end. HTTP lets a server ignore others, and requires that for invalid ones. */
const RANGE = /^bytes=(\d+)-(\d*)$/
const PAGE = '/index.html'
/** The worker of the proof of work, which alone compiles WebAssembly: a worker has the content policy of its own file. */
const PROOF_WORKER = /^\/assets\/work-worker-[\w-]+\.js$/
const WORKER = '/sw.js'
const HASHED = 'public, max-age=31536000, immutable'

/** Serves the built web app: hashed assets, cached for a year, and its page at every address that is neither a file nor the API's. */
async function installWeb(http: FastifyInstance, parts: PageParts, webDir: string | null): Promise<void> {
  if (webDir === null) return
  // At the first start it is still being built.
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
    // The service worker caches the page with its headers.
    if (path === PAGE) allowOwnScripts(await readPage(), reply)
    if (PROOF_WORKER.test(path)) allowWebAssembly(reply)
    // The library would refuse an invalid range.
    if (!hasValidRange(request)) delete request.headers.range
    return reply.header('cache-control', path.startsWith('/assets/') ? HASHED : 'no-cache').sendFile(path)
  })
}

/** Returns whether a path shows the app's page: all do except files, and paths that only programs request. */
async function isPage(path: string, request: FastifyRequest, webDir: string): Promise<boolean> {
  if (!mayBePage(path)) return false
  return extname(path) === '' || (isNavigation(request) && !(await isFile(join(webDir, path))))
}

/** Returns whether a browser navigates, instead of loading part of a page: a path with a dot that is not a file is then a typo. */
function isNavigation({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') === true
}

function hasValidRange({ headers }: FastifyRequest): boolean {
  const [, first, last] = RANGE.exec(headers.range ?? '') ?? []
  return first !== undefined && (last === '' || Number(first) <= Number(last))
}

function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (about) => about.isFile(),
    () => false,
  )
}

const SCRIPT = 'text/javascript; charset=utf-8'

type WorkerSender = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/**
 * Creates a sender of the service worker with the revision of the page's policies. The worker caches the page with its headers, and a phone
 * fetches both again only with another worker: without the revision a changed policy would never reach it (docs/decisions/046).
 */
function createWorkerSender(snapshots: Snapshots, webDir: string, readPage: () => Promise<BuiltPage>): WorkerSender {
  const readWorker = readBuilt(join(webDir, 'sw.js'), (script, version) => ({ script, version }))
  return async (request, reply) => {
    const { script, version } = await readWorker()
    const revision = policyRevision(await readPage(), reply)
    const build = async () => new ReadyBytes(SCRIPT, Buffer.from(script.replaceAll(POLICY_PLACE, revision)), 'no-cache')
    const wanted = { key: `worker:${version}:${revision}`, tags: [], maxAgeMs: DAY_MS, build, isExempt: true }
    return snapshots.send(wanted, request, reply)
  }
}
