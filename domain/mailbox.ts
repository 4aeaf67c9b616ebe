/**
 * One mailbox is one person (decisions, "The vote"): folds an address into the key of the mailbox its mail ends up in. Only what a provider
 * documents is folded; anything unknown keeps its domain and loses its plus-tag alone.
 */

/** How one provider reads addresses, beyond plus-tags and case, which are the same everywhere. */
interface ProviderRule {
  /** Its domains, on all of which a name leads to one mailbox. The first stands for all. */
  readonly domains: readonly [string, ...string[]]
  /** Characters of a name that it does not tell apart, and what they are folded into. */
  readonly folded?: readonly [RegExp, string]
  /** What separates the tag of a disposable address, beside the plus sign. */
  readonly tag?: string
}

const RULES: readonly ProviderRule[] = [
  // support.google.com/mail/answer/7436150 (dots), /10313 (googlemail.com)
  { domains: ['gmail.com', 'googlemail.com'], folded: [/\./g, ''] },
  // proton.me/support/addresses-and-aliases: a name belongs to one person on all four. Dots, hyphens and underscores do not tell names apart, as
  // Proton's own client says (WebClients, canonicalizeEmail)
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
  // Outlook.com and Hotmail: plus-tags alone; dots and domains tell people apart.
]
const RULE_OF: ReadonlyMap<string, ProviderRule> = new Map(
  RULES.flatMap((rule) => rule.domains.map((domain) => [domain, rule] as const)),
)
/** Mail to any name below `user.` of these is the user's (fastmail.help/hc/articles/360060591053: subdomain addressing). */
const SUBDOMAIN_ADDRESSING = /^([^.]+)\.(fastmail\.(?:com|fm))$/

/**
 * The key of an address's mailbox, `null` for a text that is no address. The same mailbox gives the same key, however its address is
 * spelled; folding a key again changes nothing.
 * @param address With its domain in ASCII: the caller encodes what is written in other scripts.
 */
export function mailboxOf(address: string): string | null {
  const [, written, domain] = /^(.+)@([^@]*[^@.])\.?$/.exec(address.trim().toLowerCase()) ?? []
  if (written === undefined || domain === undefined) return null
  const [, user, provider] = SUBDOMAIN_ADDRESSING.exec(domain) ?? []
  if (user !== undefined && provider !== undefined) return `${user}@${provider}`
  const rule = RULE_OF.get(domain)
  const untagged = beforeSign(written, '+')
  // The base of disposable addresses is chosen apart from the name, which may be somebody else's: the key keeps the sign.
  const based = rule?.tag === undefined ? untagged : beforeSign(untagged, rule.tag, rule.tag)
  const name = rule?.folded === undefined ? based : based.replace(...rule.folded)
  return `${name || based}@${rule?.domains[0] ?? domain}`
}

/** A name that begins with the sign has no tag: something must be left to write to. */
function beforeSign(name: string, sign: string, instead = ''): string {
  const at = name.indexOf(sign)
  return at > 0 ? name.slice(0, at) + instead : name
}
