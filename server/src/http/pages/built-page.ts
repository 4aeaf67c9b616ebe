import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import { Refusal } from '../../kernel/refusal.ts'

const POLICY = 'content-security-policy'
const OWN_SCRIPTS = "script-src 'self'"
/** Headers that a browser keeps with a page, and obeys whenever it shows it. */
const OBEYED = /-policy$|^x-frame-options$/

/** The app's one page as it was built, and what tells this build from another. */
export interface BuiltPage {
  readonly version: number
  readonly html: string
  /** What its content policy calls the scripts that stand in it. */
  readonly scripts: string
}

/** Reads the built page; again when it was built again. */
export function readBuiltPage(webDir: string): () => Promise<BuiltPage> {
  return readBuilt(join(webDir, 'index.html'), (html, version) => ({ version, html, scripts: hashesOf(html) }))
}

/** Reads a file of the build and makes something of it; again when it was built again. Refuses where there is none. */
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

/** The sources of a content policy for every script that stands in the page itself. */
function hashesOf(html: string): string {
  const scripts = html.matchAll(/<script>([\s\S]*?)<\/script>/g)
  const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`
  return [...scripts].map(([, script = '']) => ` ${hashOf(script)}`).join('')
}

/** Lets the page's own scripts through its content policy, and no other. */
export function allowOwnScripts({ scripts }: BuiltPage, reply: FastifyReply): void {
  const policy = reply.getHeader(POLICY)
  if (typeof policy === 'string') reply.header(POLICY, withScripts(policy, scripts))
}

/** Names what a browser obeys of the page's headers, as they stand in a reply: another name for other headers. */
export function policyRevision({ scripts }: BuiltPage, reply: FastifyReply): string {
  const obeyed = Object.entries(reply.getHeaders())
    .filter(([name]) => OBEYED.test(name))
    .map(([name, value]) => `${name}: ${name === POLICY ? withScripts(String(value), scripts) : value}`)
  return createHash('sha256').update(obeyed.sort().join('\n')).digest('base64url').slice(0, 12)
}

function withScripts(policy: string, scripts: string): string {
  return policy.replace(OWN_SCRIPTS, `${OWN_SCRIPTS}${scripts}`)
}
