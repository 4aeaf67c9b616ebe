import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { statusOf } from '@tribune/contract/errors.ts'
import { DAY_MS } from '@tribune/domain/common/instant.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerOf } from '../../infra/snapshots/public-reads.ts'
import { ReadyBytes, type Snapshot, type Snapshots, sendSnapshot } from '../../infra/snapshots/snapshot.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { type AddressHead, type Head, withHead } from './head.ts'

/** Longest wait for a page's head, because people come for the screen. */
const PATIENCE_MS = 250
const HTML = 'text/html; charset=utf-8'
const CACHE = 'no-cache'

export interface PageParts {
  /** The product's public address, without a trailing slash. */
  readonly publicUrl: string
  readonly snapshots: Snapshots
  /** Returns the head of a path, with the query of its address. */
  readonly headOf: (path: string, query: URLSearchParams) => AddressHead
}

/** Sends the page of a request, `path` being its address without query. */
type PageSender = (path: string, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Creates a sender of the app's page with the head of its address. The status is 404 if the address is not a page's, or does not exist. */
export function createPageSender(parts: PageParts, readPage: () => Promise<BuiltPage>): PageSender {
  const { snapshots, publicUrl, headOf } = parts
  return async (path, request, reply) => {
    const page = await readPage()
    const { version, html } = page
    allowOwnScripts(page, reply)
    const build = async (head: Head | Promise<Head>) =>
      new ReadyBytes(HTML, Buffer.from(withHead(html, await head, publicUrl)), CACHE)
    const { read, fixed, isUnknown } = headOf(path, new URLSearchParams(request.url.slice(path.length)))
    const fixedPage = () =>
      snapshots.get(
        { key: `page:${version}:fixed:${fixed.path}`, tags: [], maxAgeMs: DAY_MS, build: () => build(fixed) },
        null,
      )
    if (read === null)
      return isUnknown ? sendMissing(await fixedPage(), reply) : sendSnapshot(await fixedPage(), request, reply)
    const wanted = { ...read, key: `page:${version}:${read.key}`, build: () => build(read.build()) }
    const { address: from, isActive } = callerOf(request)
    let isOver = false
    const own = await inTime(snapshots.get(wanted, { address: from, isActive: () => !isOver && isActive() }, 'head'))
    isOver = true
    if (own === 'missing') return sendMissing(await fixedPage(), reply)
    return sendSnapshot(own ?? (await fixedPage()), request, reply)
  }
}

/** Waits for the page. Returns `missing` if nothing has that address, `null` if it takes too long or cannot be read. */
async function inTime(building: Promise<Snapshot>): Promise<Snapshot | 'missing' | null> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, null)
  })
  const tried = building.catch((error: unknown) => (isMissing(error) ? ('missing' as const) : null))
  try {
    return await Promise.race([tried, patience])
  } finally {
    clearTimeout(timer)
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Refusal && statusOf(error.code) === 404
}

/** Sends the page with 404; the app still shows its own screen for it. */
function sendMissing({ type, plain }: Snapshot, reply: FastifyReply): FastifyReply {
  return reply.status(404).header('cache-control', 'no-store').type(type).send(plain)
}

const POLICY = 'content-security-policy'
const OWN_SCRIPTS = "script-src 'self'"
/** Policy headers, which a browser applies whenever it shows a page, a cached one included. */
const POLICY_HEADERS = /-policy$|^x-frame-options$/

/** The app's page, with the version of its build. */
export interface BuiltPage {
  readonly version: number
  readonly html: string
  /** Sources of its inline scripts for the content policy. */
  readonly scripts: string
}

/** Reads the built page, and rereads it after a new build. */
export function readBuiltPage(webDir: string): () => Promise<BuiltPage> {
  return readBuilt(join(webDir, 'index.html'), (html, version) => ({ version, html, scripts: hashesOf(html) }))
}

/** Reads and converts a file of the build, again after a new build. Refuses with `not_found` if there is none. */
export function readBuilt<T>(file: string, make: (text: string, version: number) => T): () => Promise<T> {
  let made: { readonly version: number; readonly of: T } | null = null
  return async () => {
    const about = await stat(file).catch(() => null)
    if (about === null) throw new Refusal('not_found')
    if (made?.version !== about.mtimeMs)
      made = { version: about.mtimeMs, of: make(await readFile(file, 'utf8'), about.mtimeMs) }
    return made.of
  }
}

/** Returns the sources of all inline scripts for the content policy. */
function hashesOf(html: string): string {
  const scripts = html.matchAll(/<script>([\s\S]*?)<\/script>/g)
  const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`
  return [...scripts].map(([, script = '']) => ` ${hashOf(script)}`).join('')
}

/** Adds the page's own inline scripts to its content policy. */
export function allowOwnScripts({ scripts }: BuiltPage, reply: FastifyReply): void {
  const policy = reply.getHeader(POLICY)
  if (typeof policy === 'string') reply.header(POLICY, withScripts(policy, scripts))
}

/** Lets a worker's file compile WebAssembly. */
export function allowWebAssembly(reply: FastifyReply): void {
  const policy = reply.getHeader(POLICY)
  if (typeof policy === 'string') reply.header(POLICY, withScripts(policy, " 'wasm-unsafe-eval'"))
}

/** Hashes the policy headers of a reply, so that changed policies get another revision. */
export function policyRevision({ scripts }: BuiltPage, reply: FastifyReply): string {
  const policies = Object.entries(reply.getHeaders())
    .filter(([name]) => POLICY_HEADERS.test(name))
    .map(([name, value]) => `${name}: ${name === POLICY ? withScripts(String(value), scripts) : value}`)
  return createHash('sha256').update(policies.sort().join('\n')).digest('base64url').slice(0, 12)
}

function withScripts(policy: string, scripts: string): string {
  return policy.replace(OWN_SCRIPTS, `${OWN_SCRIPTS}${scripts}`)
}
