/**
 * Mail domains where anybody gets as many addresses as they like: throwaway mailboxes, which public lists name, and relays, which forward to
 * a real mailbox (docs/decisions/036).
 */
import { crowdOf } from './mail-crowd.ts'

/**
 * Relays with unlimited addresses for one mailbox. Public lists omit them, for they serve honest people too. Each domain is documented by its
 * service. Apple's relay is not among them: it gives each person one address here.
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
  // addy.io, with a subdomain for each of its users
  'addy.io',
  'addymail.com',
  'anonaddy.com',
  'anonaddy.me',
  '4wrd.cc',
  'mailer.me',
])

/** Accepted even if a list names them: Apple's relay comes with its sign-in. */
const NEVER_LISTED = /(?:^|\.)appleid\.com$/
/** Suffixes under which anybody registers a name. A list that names a whole suffix means some of its customers, and most are honest. */
const REGISTRIES = /^(?:(?:ac|asso|co|com|edu|gob|gouv|gov|net|nom|org)\.[a-z]{2}|(?:biz|my|web)\.id|za\.com)$/

/** Returns the domain of an address and its parent domains, most specific first, without the top-level domain. */
function domainsOf(address: string): readonly string[] {
  const domain = address
    .slice(address.lastIndexOf('@') + 1)
    .toLowerCase()
    .replace(/\.$/, '')
  const labels = domain.split('.')
  return labels.slice(1).map((_, from) => labels.slice(from).join('.'))
}

/** Returns whether an address belongs to a relay that gives one mailbox unlimited addresses. */
export function isRelayed(address: string): boolean {
  return domainsOf(address).some((domain) => RELAYS.has(domain))
}

/**
 * Returns the names to look up in a list of disposable domains: an address's domain and its parents. An address is refused if the list has
 * any of them. Empty for an address of a popular provider, which is never refused.
 */
export function listedNames(address: string): readonly string[] {
  const domains = domainsOf(address).filter((domain) => !REGISTRIES.test(domain))
  const isExempt = domains.some((domain) => NEVER_LISTED.test(domain) || crowdOf(domain).domain === null)
  return isExempt ? [] : domains
}

/** A list with fewer names is a broken download. */
export const MIN_LISTED = 1_000
/** Share of the previous list's size below which a new list is taken for a broken download. */
const MIN_KEPT_SHARE = 0.5
const COMMENT = /^\s*(?:(?:#|\/\/).*)?$/
const NAME = /^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/
/** Share of the lines that need not be a domain name. */
const MAX_INVALID_SHARE = 0.01

/**
 * Parses a list with one domain per line into distinct lower-case names. Returns `null` for a text that cannot be a complete list: too few
 * names, or too many invalid lines.
 * @param previousSize Number of names in the list that this one replaces; 0 for the first.
 */
export function readDomainList(text: string, previousSize: number): readonly string[] | null {
  const lines = text
    .split(/\r?\n/)
    .filter((line) => !COMMENT.test(line))
    .map((line) => line.trim().toLowerCase())
  const names = [...new Set(lines.filter((line) => NAME.test(line)))]
  const invalid = lines.filter((line) => !NAME.test(line)).length
  const isTooShort = names.length < Math.max(MIN_LISTED, MIN_KEPT_SHARE * previousSize)
  return isTooShort || invalid > MAX_INVALID_SHARE * lines.length ? null : names
}
