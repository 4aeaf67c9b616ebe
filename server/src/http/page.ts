import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '@tribune/domain/instant.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import { headOf } from '../features/share/service.ts'
import { type Head, withHead } from './head.ts'
import { Refusal } from './refusal.ts'
import { ReadyBytes, type Snapshot, sendSnapshot } from './snapshot.ts'

/** A page does not wait longer for what it says of itself: people come for the screen. */
const PATIENCE_MS = 250
const HTML = 'text/html; charset=utf-8'
const CACHE = 'no-cache'
const POLICY = 'content-security-policy'
const OWN_SCRIPTS = "script-src 'self'"

/** The built page, and what tells this build from another. */
interface Template {
  readonly version: number
  readonly html: string
  /** What its content policy calls the scripts that stand in it. */
  readonly scripts: string
}

type PageSender = (path: string, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Sends the app's one page with the head of its address, from memory; with 404 where nobody lives at that address. */
export function createPageSender(app: App, webDir: string): PageSender {
  const { snapshots, publicUrl } = app
  const current = templateOf(join(webDir, 'index.html'))
  return async (address, request, reply) => {
    const { version, html, scripts } = await current()
    allow(scripts, reply)
    const build = async (head: Head | Promise<Head>) =>
      new ReadyBytes(HTML, Buffer.from(withHead(html, await head, publicUrl)), CACHE)
    const { read, fixed, isNobody } = headOf(app, address.replace(/(?<=.)\/$/, ''))
    const fixedPage = () =>
      snapshots.get({
        key: `page:${version}:fixed:${fixed.path}`,
        tags: [],
        maxAgeMs: DAY_MS,
        build: () => build(fixed),
      })
    if (read === null)
      return isNobody ? sendMissing(await fixedPage(), reply) : sendSnapshot(await fixedPage(), request, reply)
    const wanted = { ...read, key: `page:${version}:${read.key}`, build: () => build(read.build()) }
    const own = await inTime(snapshots.get(wanted))
    if (own === 'nobody') return sendMissing(await fixedPage(), reply)
    return sendSnapshot(own ?? (await fixedPage()), request, reply)
  }
}

/** Read again when it was built again. */
function templateOf(file: string): () => Promise<Template> {
  let template: Template | null = null
  return async () => {
    const about = await stat(file).catch(() => null)
    if (about === null) throw new Refusal('not_found')
    if (template?.version !== about.mtimeMs) {
      const html = await readFile(file, 'utf8')
      template = { version: about.mtimeMs, html, scripts: hashesOf(html) }
    }
    return template
  }
}

/** The sources of a content policy for every script that stands in the page itself. */
function hashesOf(html: string): string {
  const scripts = html.matchAll(/<script>([\s\S]*?)<\/script>/g)
  const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`
  return [...scripts].map(([, script = '']) => ` ${hashOf(script)}`).join('')
}

/** Lets the page's own scripts through its content policy, and no other. */
function allow(scripts: string, reply: FastifyReply): void {
  const policy = reply.getHeader(POLICY)
  if (typeof policy === 'string') reply.header(POLICY, policy.replace(OWN_SCRIPTS, `${OWN_SCRIPTS}${scripts}`))
}

/** The page, `nobody` when the address is nobody's, `null` when it takes too long or cannot be read. */
async function inTime(building: Promise<Snapshot>): Promise<Snapshot | 'nobody' | null> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, null)
  })
  const tried = building.catch((error: unknown) => (error instanceof Refusal ? ('nobody' as const) : null))
  try {
    return await Promise.race([tried, patience])
  } finally {
    clearTimeout(timer)
  }
}

/** The app still shows its own screen for it. */
function sendMissing({ type, plain }: Snapshot, reply: FastifyReply): FastifyReply {
  return reply.status(404).header('cache-control', CACHE).type(type).send(plain)
}
