import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import { Refusal } from '../../kernel/refusal.ts'

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
