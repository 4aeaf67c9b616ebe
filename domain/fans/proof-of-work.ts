import { SMALL_DOMAINS } from './mail-crowd.ts'

/**
 * The price of making an account or having a message sent, in seconds of computing on a mid-range phone. The network alone cannot distinguish
 * a stadium from a script: fifty thousand fans share one address, and a script throws its device cookie away. But a script cannot cheaply
 * spread the mail domains of its mailboxes, so their share and number decide, and the network's own count weighs little (docs/decisions/027).
 */

/**
 * Key derivations that the work repeats, by their name in ALTCHA's format, preferred first.
 * - `cost`: passes over the memory, or rounds of PBKDF2; `memoryKib`: memory of one derivation, in KiB;
 * - `phonePerSecond`: derivations that a mid-range phone makes in a second;
 * - `factor`: multiple of the price. A graphics card gains four times more on PBKDF2, which needs no memory, than on Argon2id.
 */
export const WORK_ALGORITHMS = {
  ARGON2ID: { cost: 1, memoryKib: 32 * 1_024, phonePerSecond: 3, factor: 1 },
  'PBKDF2/SHA-256': { cost: 5_000, memoryKib: null, phonePerSecond: 200, factor: 4 },
} as const
export type WorkAlgorithm = keyof typeof WORK_ALGORITHMS

/**
 * Chooses the algorithm for a client: Argon2id if it can solve it. A client that names none is an open page or an app from before
 * Argon2id, and solves PBKDF2.
 */
export function workAlgorithm(solvable: readonly string[]): WorkAlgorithm {
  return solvable.includes('ARGON2ID') ? 'ARGON2ID' : 'PBKDF2/SHA-256'
}

/** Returns how many derivations find the solution with certainty; on average half of them do. `priceS`: price in seconds of a phone. */
export function derivationsOf(priceS: number, algorithm: WorkAlgorithm): number {
  const { phonePerSecond, factor } = WORK_ALGORITHMS[algorithm]
  return Math.max(2, Math.round(2 * priceS * factor * phonePerSecond))
}

/** Price where nothing was made lately, unless the server is configured otherwise, in seconds of a phone. The longest work takes twice as long. */
export const DEFAULT_WORK_S = 0.5
/** Validity of a challenge in seconds: time to fill in the form. Longer work adds the time that a slow phone needs for it. */
export const WORK_LIFE_S = 900
/** Highest price in seconds: a fan whose domain is under attack waits that long, or signs in with a provider. */
export const MAX_WORK_S = 1_800
/** Half-life, in seconds, of the counts of accounts and messages made. */
export const COUNT_HALF_LIFE_S = 86_400
/** Half-life, in seconds, of the counts of challenges asked for: most lapse with their challenge. */
export const ASKED_HALF_LIFE_S = WORK_LIFE_S / 3
/** Highest count of challenges that one device may have asked for lately. */
export const MAX_ASKED_BY_DEVICE = 60

/** Accounts and messages made lately, each weighing less the older it is. */
export interface MadeLately {
  /** By each network of the caller, narrowest first: in all, with mailboxes of the same crowd, and challenges asked for but not yet redeemed. */
  readonly networks: readonly { readonly all: number; readonly crowd: number; readonly asked: number }[]
  /** With mailboxes of the same small domain, from anywhere; 0 for a popular domain. */
  readonly domain: number
  /** By the caller's device; 0 for an unknown one. */
  readonly device: number
}

/** `free` calls do not raise the price; after them it doubles with every `doubling` more. */
const DOMAIN = { free: 25, doubling: 25 }
const DEVICE = { free: 5, doubling: 3 }
/** Counts the calls beyond the largest share of a network that a crowd has in a real public. */
const CROWD = { free: 20, doubling: 5, popularShare: 0.8, otherShare: 0.5 }
/** Each doubling of a network's count beyond that of a household adds 5 %. */
const NETWORK = { household: 50, step: 0.05 }

/**
 * Computes the price of the next call, in seconds of a mid-range phone, at most `MAX_WORK_S` (docs/decisions/027).
 * @param crowd Crowd of the address in the call; `null` before the address is known, or if the call has none.
 * @param baseS Price where nothing was made lately.
 */
export function workSeconds(made: MadeLately, crowd: string | null, baseS: number): number {
  const busiest = Math.max(0, ...made.networks.map(({ all, asked }) => all + asked))
  const forNetwork = 1 + NETWORK.step * Math.log2(1 + busiest / NETWORK.household)
  const share = crowd === SMALL_DOMAINS ? CROWD.otherShare : CROWD.popularShare
  const ofCrowd = crowd === null ? [] : made.networks.map((network) => network.crowd - share * network.all)
  const doublings = Math.max(
    doublingsOf(made.domain, DOMAIN),
    doublingsOf(made.device, DEVICE),
    doublingsOf(Math.max(0, ...ofCrowd), CROWD),
  )
  return Math.min(MAX_WORK_S, baseS * forNetwork * 2 ** doublings)
}

function doublingsOf(count: number, { free, doubling }: { readonly free: number; readonly doubling: number }): number {
  return Math.max(0, count - free) / doubling
}

/** Share of the price that suffices: others may have raised it while the work was done. */
const TOLERANCE = 0.75

/** Returns whether `doneS` seconds of work pay for a call that costs `costsS` seconds now. */
export function pays(doneS: number, costsS: number): boolean {
  return doneS >= costsS * TOLERANCE
}
