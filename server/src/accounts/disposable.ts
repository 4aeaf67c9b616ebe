import { domainToASCII } from 'node:url'
import { isRelayed, listedNames, readDomainList } from '@tribune/domain/disposable.ts'
import domains from 'disposable-email-domains/index.json' with { type: 'json' }
import below from 'disposable-email-domains/wildcard.json' with { type: 'json' }
import newer from 'disposable-email-domains-js/dist/dict/disposable_email_blocklist.json' with { type: 'json' }
import type { App } from '../context.ts'
import type { Db } from '../infra/database/pool.ts'
import { countDisposable, isListedDisposable, keepDisposable } from './queries.ts'

/** The lists that come with the product; names in other scripts as they are sent. */
const SHIPPED: ReadonlySet<string> = new Set([...domains, ...below, ...newer].map((name) => domainToASCII(name)))

/** Whether an address belongs to those that anybody makes as many of as they like: boxes made to be thrown away, and relays. */
export async function isDisposable(db: Db, email: string): Promise<boolean> {
  const address = `anybody@${domainToASCII(email.slice(email.lastIndexOf('@') + 1))}`
  const names = listedNames(address)
  if (isRelayed(address) || names.some((name) => SHIPPED.has(name))) return true
  return names.length > 0 && isListedDisposable(db, names)
}

const LIST_LIMIT_MS = 20_000
const LIST_MAX_BYTES = 8 * 1024 * 1024

/**
 * Reads the maintained list that the settings name, and keeps it in the place of the last one, for all servers. What comes with the product is
 * never taken away. An answer that cannot be the list changes nothing but the log.
 */
export async function readDisposableDomains({ config, db, log }: Pick<App, 'config' | 'db' | 'log'>): Promise<void> {
  if (config.disposableDomainsUrl === null) return
  try {
    const text = await fetchBounded(config.disposableDomainsUrl)
    const names = readDomainList(text, await countDisposable(db))
    if (names === null) throw new Error('No list of domains, or less than half of the last one')
    await db.transaction().execute((transaction) => keepDisposable(transaction, names))
    log.info({ count: names.length }, 'disposable domains read')
  } catch (error) {
    log.warn({ err: error }, 'disposable domains could not be read: the last list stays')
  }
}

async function fetchBounded(url: string): Promise<string> {
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
