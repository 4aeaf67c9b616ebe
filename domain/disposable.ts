/**
 * Mail domains that give anybody as many addresses as they like: boxes made to be thrown away, which lists name, and relays, which hide a real
 * mailbox (docs/decisions/036).
 */
import { crowdOf } from './proof-of-work.ts'

/**
 * Relays that make addresses without end for one mailbox, told by no list: they serve honest people too. Each is documented by its service.
 * Apple's is not among them: it makes one address for one person here.
 */
const RELAYS: ReadonlySet<string> = new Set([
  // duckduckgo.com/email; relay.firefox.com, with a subdomain for each subscriber
  'duck.com',
  'mozmail.com',
  // simplelogin.io, and Proton Pass, which it serves
  'simplelogin.co',
  'simplelogin.com',
  'simplelogin.fr',
  'simplelogin.io',
  'slmail.me',
  'slmails.com',
  'silomails.com',
  'aleeas.com',
  'dralias.com',
  '8alias.com',
  '8shield.net',
  'passmail.com',
  'passmail.net',
  'passinbox.com',
  'passfwd.com',
  // addy.io, with a subdomain for each of its people
  'addy.io',
  'addymail.com',
  'anonaddy.com',
  'anonaddy.me',
  '4wrd.cc',
  'mailer.me',
])

/** No list speaks of these, whatever it holds: Apple's relay comes with its sign-in. */
const NEVER_LISTED = /(?:^|\.)appleid\.com$/
/** Names below these are sold to anybody: where a list holds one of them, it speaks of its customers, most of whom are honest. */
const REGISTRIES = /^(?:(?:ac|asso|co|com|edu|gob|gouv|gov|net|nom|org)\.[a-z]{2}|(?:biz|my|web)\.id|za\.com)$/

/** The domain of an address and those it lies below, narrowest first, without the last label alone. */
function domainsOf(address: string): readonly string[] {
  const domain = address
    .slice(address.lastIndexOf('@') + 1)
    .toLowerCase()
    .replace(/\.$/, '')
  const labels = domain.split('.')
  return labels.slice(1).map((_, from) => labels.slice(from).join('.'))
}

/** Whether mail to an address is relayed to a mailbox that has as many others as its holder likes. */
export function isRelayed(address: string): boolean {
  return domainsOf(address).some((domain) => RELAYS.has(domain))
}

/** The names of which a list must hold one for an address to be refused: its domain and those above; none for one that never is. */
export function listedNames(address: string): readonly string[] {
  const domains = domainsOf(address).filter((domain) => !REGISTRIES.test(domain))
  const spared = domains.some((domain) => NEVER_LISTED.test(domain) || crowdOf(domain).domain === null)
  return spared ? [] : domains
}

/** Fewer names than this are no list, but a broken answer. */
export const LEAST_LISTED = 1_000
/** What a list may have lost since the last one was read. */
const LEAST_KEPT = 0.5
const COMMENT = /^\s*(?:(?:#|\/\/).*)?$/
const NAME = /^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/
/** Share of the lines that may be something else than a name. */
const MOST_NONSENSE = 0.01

/**
 * The names of a list that is written one a line. `null` for what cannot be one.
 * @param held How many names the last one had.
 */
export function readDomainList(text: string, held: number): readonly string[] | null {
  const lines = text.split(/\r?\n/).filter((line) => !COMMENT.test(line))
  const said = lines.map((line) => line.trim().toLowerCase())
  const names = [...new Set(said.filter((name) => NAME.test(name)))]
  const nonsense = said.filter((name) => !NAME.test(name)).length
  if (names.length < Math.max(LEAST_LISTED, LEAST_KEPT * held) || nonsense > MOST_NONSENSE * said.length) return null
  return names
}
