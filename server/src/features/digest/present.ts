import type { DigestChoice } from '@tribune/contract/own/digest.ts'
import type { Fan } from '../../http/session.ts'
import type { ChoiceRow } from './queries.ts'

export function presentChoice({ emailVerified, votingClosed }: Fan, choice: ChoiceRow): DigestChoice {
  return {
    wanted: choice?.wanted ?? false,
    ended_by_mailbox: choice?.ended_by_mailbox ?? false,
    obstacle: emailVerified ? votingClosed && 'voting_closed' : 'no_address',
  }
}

/** A fan's choice, and the weeks whose digest they were sent, for their download; `null` if they have made none. */
export function presentStored(choice: ChoiceRow, weeks: readonly string[]) {
  if (choice === undefined) return null
  return { wanted: choice.wanted, since: choice.changed_at.toISOString(), sent: [...weeks] }
}
