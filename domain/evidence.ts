import { DAY_MS, HOUR_MS } from './instant.ts'

/**
 * What an account has proven, weakest first: the order of what another such account costs its maker. `none` cannot vote; `second_factor`
 * is an address with an app's or a sent code beside it.
 */
export const ACCOUNT_STRENGTHS = ['none', 'email', 'second_factor', 'provider', 'phone'] as const
export type AccountStrength = (typeof ACCOUNT_STRENGTHS)[number]

export interface Proofs {
  readonly email: boolean
  readonly phone: boolean
  /** Somebody else vouches for the fan: Google, Apple, an organisation. A wallet vouches for nobody. */
  readonly provider: boolean
  readonly secondFactor: boolean
}

/** The strongest of an account's proofs. */
export function strengthOf({ email, phone, provider, secondFactor }: Proofs): AccountStrength {
  if (phone) return 'phone'
  if (provider) return 'provider'
  if (!email) return 'none'
  return secondFactor ? 'second_factor' : 'email'
}

/** Days after a match's publication for which the evidence of its ballots is kept (decisions, "The vote"). */
export const EVIDENCE_DAYS = 30

/** When the evidence of a match's ballots is deleted; `null` while its result is not published. */
export function evidenceEnd(publishedAt: Date | null): Date | null {
  return publishedAt === null ? null : new Date(publishedAt.getTime() + EVIDENCE_DAYS * DAY_MS)
}

const JULY = 6

/** The period whose key hashes a match's evidence, from its kick-off: the year in which a season of July to June begins. */
export function evidenceSeason(kickOff: Date): number {
  return kickOff.getUTCFullYear() - (kickOff.getUTCMonth() < JULY ? 1 : 0)
}

/** Age of an account in whole hours; nothing finer is kept of it. */
export function accountHours(joinedAt: Date, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - joinedAt.getTime()) / HOUR_MS))
}
