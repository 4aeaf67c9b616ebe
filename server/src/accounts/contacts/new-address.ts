import { domainToASCII } from 'node:url'
import { isRelayed, listedNames, readDomainList } from '@tribune/domain/fans/disposable.ts'
import { APIError } from 'better-auth/api'
import { z } from 'zod'
import type { App } from '../../context.ts'
import type { Db } from '../../infra/database/pool.ts'
import { countDisposable, isListedDisposable, replaceDisposable } from '../guards/queries.ts'
import type { Hook } from '../hook.ts'
import { realAddress } from './phones.ts'

const invalid = () => new APIError('BAD_REQUEST', { code: 'INVALID_EMAIL' })

/** Refuses a placeholder address: no fan signs in with it, and no mail goes there. */
export function refusePlaceholder({ body }: Pick<Hook, 'body'>): void {
  if (realAddress(body.email) === null) throw invalid()
}

/**
 * Runs before a call that may create an account. Refuses a malformed address, and a disposable one that has no account yet. Returns the account
 * of the address, or `null`.
 */
export async function checkAddress({ body, context }: Hook, { db }: Pick<App, 'db'>) {
  const email: string = body.email
  if (!emailAddress.safeParse(email).success) throw invalid()
  const known = await context.internalAdapter.findUserByEmail(email.toLowerCase())
  if (known === null && (await isDisposable(db, email))) throw new APIError('BAD_REQUEST', { code: 'DISPOSABLE_EMAIL' })
  return known
}

/** Longest address that mail can reach. */
const EMAIL_MAX_LENGTH = 254
export const emailAddress = z.email().max(EMAIL_MAX_LENGTH)

/** Domains of the bundled lists, in ASCII form. Read at first use: they would hold up each start by a quarter of a second. */
let bundled: Promise<ReadonlySet<string>> | null = null

async function readBundled(): Promise<ReadonlySet<string>> {
  const lists = await Promise.all([
    import('disposable-email-domains/index.json', { with: { type: 'json' } }),
    import('disposable-email-domains/wildcard.json', { with: { type: 'json' } }),
    import('disposable-email-domains-js/dist/dict/disposable_email_blocklist.json', { with: { type: 'json' } }),
  ])
  return new Set(lists.flatMap(({ default: names }) => names.map((name) => domainToASCII(name))))
}

/** Returns whether an address is one of which anybody can make as many as they like: a throwaway mailbox or a relay. */
export async function isDisposable(db: Db, email: string): Promise<boolean> {
  const address = `anybody@${domainToASCII(email.slice(email.lastIndexOf('@') + 1))}`
  const names = listedNames(address)
  if (isRelayed(address)) return true
  if (names.length === 0) return false
  bundled ??= readBundled()
  const listed = await bundled
  return names.some((name) => listed.has(name)) || isListedDisposable(db, names)
}

const LIST_LIMIT_MS = 20_000
const LIST_MAX_BYTES = 8 * 1024 * 1024

/**
 * Fetches the maintained list that the settings name, and replaces the stored one for all servers. The bundled lists always apply. An implausible
 * answer is logged and changes nothing.
 */
export async function refreshDisposableDomains({ config, db, log }: Pick<App, 'config' | 'db' | 'log'>): Promise<void> {
  if (config.disposableDomainsUrl === null) return
  try {
    const text = await fetchList(config.disposableDomainsUrl)
    const names = readDomainList(text, await countDisposable(db))
    if (names === null) throw new Error('No list of domains, or less than half of the last one')
    await db.transaction().execute((transaction) => replaceDisposable(transaction, names))
    log.info({ count: names.length }, 'disposable domains read')
  } catch (error) {
    log.warn({ err: error }, 'disposable domains could not be read: the last list stays')
  }
}

async function fetchList(url: string): Promise<string> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(LIST_LIMIT_MS) })
  if (answer.status !== 200 || answer.body === null) throw new Error(`The list answered ${answer.status}`)
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer.body) {
    bytes += part.byteLength
    if (bytes > LIST_MAX_BYTES) throw new Error('The list is too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
