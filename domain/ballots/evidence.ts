import { DAY_MS, HOUR_MS } from '../common/instant.ts'
import { seasonYear } from '../season/dates.ts'

/**
 * The strongest thing an account has proven, ordered by what another such account costs to make, cheapest first. `none` cannot vote;
 * `second_factor` is a confirmed address plus a second factor.
 */
export const ACCOUNT_STRENGTHS = ['none', 'email', 'second_factor', 'provider', 'phone'] as const
/** One strength of an account. */
export type AccountStrength = (typeof ACCOUNT_STRENGTHS)[number]

/** Everything that an account has proven. */
export interface Proofs {
  readonly email: boolean
  readonly phone: boolean
  /** Google, Apple or an organisation vouches for the fan. A wallet vouches for no one. */
  readonly provider: boolean
  readonly secondFactor: boolean
}

/** Returns the strength that the strongest of an account's proofs gives it. */
export function strengthOf({ email, phone, provider, secondFactor }: Proofs): AccountStrength {
  if (phone) return 'phone'
  if (provider) return 'provider'
  if (!email) return 'none'
  return secondFactor ? 'second_factor' : 'email'
}

/** Days after a match's publication for which the evidence of its ballots is stored (decisions, "The vote"). */
export const EVIDENCE_DAYS = 30

/** Returns when the evidence of a match's ballots is deleted, or `null` while the result is not published. */
export function evidenceEnd(publishedAt: Date | null): Date | null {
  return publishedAt === null ? null : new Date(publishedAt.getTime() + EVIDENCE_DAYS * DAY_MS)
}

/** Returns the season whose key hashes the evidence of a match: the year in which its season, July to June in UTC, begins. */
export function evidenceSeason(kickOff: Date): number {
  return seasonYear(kickOff)
}

/** Computes the age of an account in whole hours, at least 0. Evidence stores nothing finer. */
export function accountHours(joinedAt: Date, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - joinedAt.getTime()) / HOUR_MS))
}
