/**
 * What making an account, or having a message sent, costs: seconds of computing on a mid-range phone. A network alone cannot tell a stand
 * from a script: fifty thousand fans share one address, and a script throws its device cookie away. What it cannot spread cheaply are the
 * mail domains of its mailboxes, so their share and number decide, and the network's own count weighs little (docs/decisions/027).
 */

/** One derivation is this many rounds of PBKDF2 with SHA-256. */
export const ROUNDS_PER_DERIVATION = 5_000
/** Derivations that a mid-range phone makes in a second. */
export const PHONE_DERIVATIONS_PER_SECOND = 200
/** From the form's beginning to its sending; longer work has the time it takes on a slow phone besides. */
export const WORK_LIFE_S = 900
/** Whatever was made lately, nothing costs more: a fan whose domain is under attack waits, or comes by a provider. */
export const MOST_WORK_S = 1_800
/** What was made counts half after a day. */
export const COUNT_HALF_LIFE_S = 86_400

/** Made lately, each counted less the longer ago. */
export interface MadeLately {
  /** By each network of the caller, narrowest first: in all, and with mailboxes of the same crowd. */
  readonly networks: readonly { readonly all: number; readonly crowd: number }[]
  /** With mailboxes of the same small domain, from anywhere; 0 for a popular one. */
  readonly domain: number
  /** By the caller's device; 0 for one that nobody has seen. */
  readonly device: number
}

/** Mail domains that many thousands of strangers share: their share of a network tells, their number nothing. By the folded domain. */
const POPULAR =
  /^(?:gmail\.com|icloud\.com|proton\.me|yandex\.ru|(?:outlook|hotmail|live|msn|yahoo|gmx|aol)\.(?:[a-z]{2,3}|co\.uk|com\.br)|ymail\.com|orange\.fr|wanadoo\.fr|free\.fr|sfr\.fr|neuf\.fr|laposte\.net|bbox\.fr|numericable\.fr|club-internet\.fr|aliceadsl\.fr|skynet\.be|bluewin\.ch|web\.de|t-online\.de|libero\.it|mail\.ru)$/
/** Second parts of a domain below which anybody registers names, as `co` in `example.co.uk`. */
const REGISTRIES = /^(?:ac|asso|co|com|edu|gob|gouv|gov|net|nom|org)$/
const UNPOPULAR = 'other'

/** The crowd a mailbox belongs to, and the domain it is counted by: a popular domain is its own crowd, all small ones are one. */
export function crowdOf(mailDomain: string): { readonly crowd: string; readonly domain: string | null } {
  if (POPULAR.test(mailDomain)) return { crowd: mailDomain, domain: null }
  const labels = mailDomain.split('.')
  const registered = labels.slice(REGISTRIES.test(labels.at(-2) ?? '') ? -3 : -2).join('.')
  return { crowd: UNPOPULAR, domain: registered }
}

/** Free, and then the number that doubles the price. */
const DOMAIN = { free: 25, doubling: 25 }
const DEVICE = { free: 5, doubling: 3 }
/** The share of a crowd that a real public reaches at most; a few more are nobody's crowd. */
const CROWD = { free: 20, doubling: 5, popularShare: 0.8, otherShare: 0.5 }
/** A network's own count: 5 % dearer each time it doubles beyond a house's. */
const NETWORK = { house: 50, step: 0.05 }

/**
 * Seconds on a mid-range phone that the next call costs.
 * @param baseS What it costs where nothing was made lately.
 * @param crowd The crowd of the address in the call; `null` before it is known, or for what is no address.
 */
export function workSeconds(made: MadeLately, crowd: string | null, baseS: number): number {
  const busiest = Math.max(0, ...made.networks.map(({ all }) => all))
  const forNetwork = 1 + NETWORK.step * Math.log2(1 + busiest / NETWORK.house)
  const share = crowd === UNPOPULAR ? CROWD.otherShare : CROWD.popularShare
  const ofCrowd = crowd === null ? [] : made.networks.map((network) => network.crowd - share * network.all)
  const doublings = Math.max(
    doublingsOf(made.domain, DOMAIN),
    doublingsOf(made.device, DEVICE),
    doublingsOf(Math.max(0, ...ofCrowd), CROWD),
  )
  return Math.min(MOST_WORK_S, baseS * forNetwork * 2 ** doublings)
}

function doublingsOf(count: number, { free, doubling }: { readonly free: number; readonly doubling: number }): number {
  return Math.max(0, count - free) / doubling
}

/** What a proof may fall short of the price: others made something between its beginning and its use. */
const TOLERANCE = 0.5

/** Whether work that was done pays for what a call costs now. */
export function pays(doneS: number, costsS: number): boolean {
  return doneS >= costsS * TOLERANCE
}
