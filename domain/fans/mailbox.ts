/**
 * One mailbox is one person (decisions, "The vote"): folds an address into the key of the mailbox that receives its mail. Follows only what
 * providers document: an address of an unknown provider keeps its domain and loses its plus-tag alone.
 */

/** How one provider reads addresses, besides case and plus-tags, which are handled the same way for all providers. */
interface ProviderRule {
  /** Domains that share one set of mailboxes. The key has the first. */
  readonly domains: readonly [string, ...string[]]
  /** Characters of a name that the provider ignores or treats as equal, and their replacement. */
  readonly folded?: readonly [RegExp, string]
  /** Separator of the tag of a disposable address, in addition to the plus sign. */
  readonly tag?: string
}

const RULES: readonly ProviderRule[] = [
  // support.google.com/mail/answer/7436150 (dots), /10313 (googlemail.com)
  { domains: ['gmail.com', 'googlemail.com'], folded: [/\./g, ''] },
  // proton.me/support/addresses-and-aliases: a name belongs to one person on all four. Dots, hyphens and underscores are ignored, as in
  // Proton's own client (WebClients, canonicalizeEmail)
  { domains: ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'], folded: [/[._-]/g, ''] },
  // support.apple.com/118230: older accounts have their name on all three
  { domains: ['icloud.com', 'me.com', 'mac.com'] },
  // yandex.com/support/passport/authorization: a name is one account on all domains (email.html), and john.2009 is john-2009, but not john2009
  // (registration.html)
  {
    domains: ['yandex.ru', 'ya.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'yandex.ua', 'yandex.com.tr'],
    folded: [/\./g, '-'],
  },
  // help.yahoo.com/kb/SLN28338: disposable addresses are `base-tag`; a hyphen is in no other name
  ...['yahoo.com', 'yahoo.fr', 'yahoo.co.uk', 'yahoo.de', 'yahoo.it', 'yahoo.es', 'ymail.com', 'rocketmail.com'].map(
    (domain): ProviderRule => ({ domains: [domain], tag: '-' }),
  ),
  // Outlook.com and Hotmail: plus-tags alone; names with other dots or domains are other people.
]
const RULE_OF: ReadonlyMap<string, ProviderRule> = new Map(
  RULES.flatMap((rule) => rule.domains.map((domain) => [domain, rule] as const)),
)
/** Subdomain addressing: `anything@user.fastmail.com` is mail to `user` (fastmail.help/hc/articles/360060591053). */
const SUBDOMAIN_ADDRESSING = /^([^.]+)\.(fastmail\.(?:com|fm))$/

/**
 * Returns the key of an address's mailbox, or `null` for a text that is not an address. All spellings of an address give the same key; the key of
 * a key is itself.
 * @param address With its domain in ASCII: the caller encodes internationalised domains.
 */
export function mailboxOf(address: string): string | null {
  const [, written, domain] = /^(.+)@([^@]*[^@.])\.?$/.exec(address.trim().toLowerCase()) ?? []
  if (written === undefined || domain === undefined) return null
  const [, user, provider] = SUBDOMAIN_ADDRESSING.exec(domain) ?? []
  if (user !== undefined && provider !== undefined) return `${user}@${provider}`
  const rule = RULE_OF.get(domain)
  const untagged = withoutTag(written, '+')
  // The base of Yahoo's disposable addresses may be another person's name: the key retains the hyphen, to differ from that person's key.
  const base = rule?.tag === undefined ? untagged : withoutTag(untagged, rule.tag, rule.tag)
  const name = rule?.folded === undefined ? base : base.replace(...rule.folded)
  return `${name || base}@${rule?.domains[0] ?? domain}`
}

/** Replaces the separator and all behind it. A leading separator begins no tag: the name must not become empty. */
function withoutTag(name: string, separator: string, replacement = ''): string {
  const at = name.indexOf(separator)
  return at > 0 ? name.slice(0, at) + replacement : name
}
