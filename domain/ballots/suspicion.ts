import { REASONS } from '../integrity/rule.ts'
import { isMatchPublished } from '../results/publication.ts'
import { type SeasonSpan, seasonAt } from '../season/dates.ts'
import { ACCOUNT_STRENGTHS, type AccountStrength } from './evidence.ts'

/** Traits that ballots of one match may have in common, as their evidence shows it, in the order in which ties are listed. */
export const DIMENSIONS = [
  'network',
  'network_wide',
  'network_widest',
  'device',
  'account',
  'mail_domain',
  'podium_minute',
] as const
/** One thing that ballots may have in common. */
export type Dimension = (typeof DIMENSIONS)[number]
/** Traits of groups that are set aside: by hand, or by the integrity rule, whose reasons are `REASONS`. */
export type AsideDimension = Dimension | (typeof REASONS)[number]
export const ASIDE_DIMENSIONS: readonly AsideDimension[] = [...new Set([...DIMENSIONS, ...REASONS])]

/** Fewest ballots of a group: with fewer, a group would show one fan's picks. */
export const MIN_GROUP_BALLOTS = 3
/** Maximum number of groups of one match that are listed. */
export const MAX_GROUPS = 20

/** Ages of accounts, youngest first, each below its number of hours; the last has no bound. */
export const ACCOUNT_AGES = ['hour', 'day', 'week', 'month', 'older'] as const
/** One age of an account. */
export type AccountAge = (typeof ACCOUNT_AGES)[number]
/** Traits that the ballots of a group have in common, as far as they may be shown: never an address, a hash or a fan. */
export interface SharedByBallots<Trait extends AsideDimension = Dimension> {
  readonly dimension: Trait
  /** For `account`. */
  readonly account: { readonly strength: AccountStrength; readonly age: AccountAge } | null
  /** For `mail_domain`. */
  readonly domain: string | null
  /** For `podium_minute`, ISO 8601. */
  readonly minute: string | null
}

/** Reads the label that a group is stored with: `1.0`, a domain, or a minute with a podium; `null` for the other dimensions. */
export function sharedOf<Trait extends AsideDimension>(dimension: Trait, label: string | null): SharedByBallots<Trait> {
  return {
    dimension,
    account: dimension === 'account' ? accountIn(label) : null,
    domain: dimension === 'mail_domain' ? label : null,
    minute: dimension === 'podium_minute' ? (label?.split(' ')[0] ?? null) : null,
  }
}

function accountIn(label: string | null): SharedByBallots['account'] {
  const [strength, age] = (label ?? '').split('.').map(Number)
  return { strength: ACCOUNT_STRENGTHS[strength ?? 0] ?? 'none', age: ACCOUNT_AGES[age ?? 0] ?? 'older' }
}

/** Hours at which an account passes into the next of {@link ACCOUNT_AGES}. */
export const ACCOUNT_AGE_HOURS = [1, 24, 168, 720] as const

/** How ballots of one origin voted, compared with all other counted ballots of their match. */
export interface Likeness {
  /** Ballots of the origin. */
  readonly ballots: number
  /** Those of them with its commonest podium. */
  readonly alike: number
  /** Ballots of any other origin. */
  readonly others: number
  /** Those of them with the very same podium. */
  readonly othersAlike: number
}

/**
 * Computes how much a group stands out: its ballots with its commonest podium, less those that it would have if that podium were as common
 * in it as among the other ballots; at least 0. It is the group's size times the excess of that podium's share. An honest crowd behind one
 * address scores near 0 at any size. With no other ballots there is nothing to compare with, and the score is 0.
 */
export function excessOf({ ballots, alike, others, othersAlike }: Likeness): number {
  if (others <= 0) return 0
  return Math.max(0, alike - (ballots * othersAlike) / others)
}

/** How a group's way of voting compares with everybody else's. */
export type Standing = 'apart' | 'somewhat' | 'like_others'

/** Smallest excess, as a share of the group's ballots, with which a group stands out, and stands out somewhat. */
const APART = 0.5
const SOMEWHAT = 0.15

/** Returns how much a group of `ballots` ballots stands out, in the operator's words. */
export function standingOf(ballots: number, excess: number): Standing {
  if (excess < MIN_GROUP_BALLOTS || excess < ballots * SOMEWHAT) return 'like_others'
  return excess < ballots * APART ? 'somewhat' : 'apart'
}

/** A group among those of its match. */
export interface Suspect extends Likeness {
  readonly dimension: Dimension
  readonly key: string
}

/** Orders groups by how much they stand out, and keeps the first {@link MAX_GROUPS}; ties by size, then by dimension and key. */
export function mostSuspicious<Group extends Suspect>(
  groups: readonly Group[],
): (Group & { readonly excess: number })[] {
  return groups
    .map((group) => ({ ...group, excess: excessOf(group) }))
    .toSorted(
      (one, other) =>
        other.excess - one.excess ||
        other.ballots - one.ballots ||
        DIMENSIONS.indexOf(one.dimension) - DIMENSIONS.indexOf(other.dimension) ||
        (one.key < other.key ? -1 : 1),
    )
    .slice(0, MAX_GROUPS)
}

/** The fields of a match that decide whether its ballots can be set aside. */
interface CountedMatch {
  readonly published_at: Date | null
  readonly match_date: Date
  readonly provisional_until?: Date | null
}

/** Returns why no ballots of a match can be set aside or restored: its vote is not closed, or its season is over; `null` if they can. */
export function settingAsideBar(
  seasons: readonly SeasonSpan[],
  match: CountedMatch,
  now: Date,
): 'ballots_still_change' | 'match_season_over' | null {
  if (!isMatchPublished(match)) return 'ballots_still_change'
  if (match.provisional_until != null) return null
  const season = seasonAt(seasons, match.match_date)
  return season === null || season.end <= now ? 'match_season_over' : null
}
