import { ACCOUNT_STRENGTHS, type AccountStrength, accountHours } from '../ballots/evidence.ts'
import { crowdOf } from '../fans/mail-crowd.ts'

/** A complete ballot with its evidence, as files of ballots give it. Times are ISO 8601; hashes are opaque. */
export interface SentBallot {
  readonly id: string
  readonly account: string
  readonly match: number
  readonly kickoff: string
  readonly at: string
  readonly first: number
  readonly second: number
  readonly third: number
  readonly account_created: string
  readonly strength: AccountStrength
  /** Complete ballots of the account before `at`. */
  readonly earlier_votes: number
  /** Class of the mail domain: `popular`, `none`, or `small:` and a hash. */
  readonly mail: string
  readonly device: string | null
  readonly network: string | null
  readonly network_wide: string | null
  readonly network_widest: string | null
  readonly changes: number
}

/** A complete ballot as the rule reads it. */
export interface JudgedBallot {
  readonly id: string
  readonly account: string
  /** Minutes after the kick-off. */
  readonly minute: number
  /** Players on places one to three. */
  readonly picks: readonly [number, number, number]
  /** Age of the account in whole hours. */
  readonly ageHours: number
  /** Index in `ACCOUNT_STRENGTHS`. */
  readonly strength: number
  readonly earlierVotes: number
  readonly mail: string
  readonly device: string | null
  /** Hashes of its networks, narrowest first. */
  readonly networks: readonly (string | null)[]
  readonly changes: number
}

/** Reads a ballot of a file. */
export function judgedOf(sent: SentBallot): JudgedBallot {
  const at = new Date(sent.at)
  return {
    id: sent.id,
    account: sent.account,
    minute: Math.floor((at.getTime() - new Date(sent.kickoff).getTime()) / 60_000),
    picks: [sent.first, sent.second, sent.third],
    ageHours: accountHours(new Date(sent.account_created), at),
    strength: ACCOUNT_STRENGTHS.indexOf(sent.strength),
    earlierVotes: sent.earlier_votes,
    mail: sent.mail,
    device: sent.device,
    networks: [sent.network, sent.network_wide, sent.network_widest],
    changes: sent.changes,
  }
}

/** Returns the class of a mailbox by its domain (`SentBallot`), with the full domain if it is not a provider's; `null` means no mailbox. */
export function mailClass(domain: string | null): string {
  if (domain === null) return 'none'
  const { domain: small } = crowdOf(domain)
  return small === null ? 'popular' : `small:${small}`
}
