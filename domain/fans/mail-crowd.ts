import { getDomain } from 'tldts-icann'

/** Providers of mailboxes for many thousands of strangers, by name and by the endings under which the provider itself gives mailboxes out. */
const POPULAR: Readonly<Record<string, string>> = {
  aol: 'com co.uk de fr it',
  gmx: 'at ch com de fr net',
  hotmail: 'be ca ch co.uk com com.br de dk es fr it nl no se',
  live: 'be ca co.uk com com.pt de dk fr it nl no se',
  msn: 'com',
  outlook: 'at be cl co.id co.th com com.ar com.br com.gr cz de dk es fr hu ie in it jp kr lv my ph pt sa sg sk',
  yahoo: 'be ca co.id co.in co.jp co.uk com com.ar com.au com.br com.mx de es fr gr ie in it no pl ro se',
}
/** Providers with one or two domains. */
const SINGLE =
  'aliceadsl.fr bbox.fr bluewin.ch club-internet.fr free.fr gmail.com icloud.com laposte.net libero.it mail.ru neuf.fr numericable.fr orange.fr proton.me sfr.fr skynet.be t-online.de wanadoo.fr web.de yandex.ru ymail.com'
const POPULAR_DOMAINS: ReadonlySet<string> = new Set([
  ...SINGLE.split(' '),
  ...Object.entries(POPULAR).flatMap(([name, endings]) => endings.split(' ').map((ending) => `${name}.${ending}`)),
])

/** The crowd of all mailboxes whose domain is not a provider's. */
export const SMALL_DOMAINS = 'other'

/**
 * Returns the crowd that a mailbox belongs to, and the registered domain that it is counted by. A provider's domain is a crowd of its own and not
 * counted (`null`): its share of a network is telling, its number is not. All small domains together are one crowd. A registered domain is one label
 * below an ending of the Public Suffix List, for which its owner pays.
 * @param mailDomain Domain of the mailbox, folded.
 */
export function crowdOf(mailDomain: string): { readonly crowd: string; readonly domain: string | null } {
  if (POPULAR_DOMAINS.has(mailDomain)) return { crowd: mailDomain, domain: null }
  return { crowd: SMALL_DOMAINS, domain: getDomain(mailDomain) ?? mailDomain }
}
