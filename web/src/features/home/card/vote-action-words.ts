import { isOpenState, type VotingState } from '@tribune/domain/ballots/voting-window.ts'
import { card } from '@tribune/french/sentences/home.ts'

/** Text and action of a card's button (spec section 4, voting availability). */
interface VoteAction {
  readonly kind: 'disabled' | 'vote' | 'change' | 'results'
  readonly text: string
  /** A sentence next to the button. */
  readonly message: string | null
}

interface KeptBallot {
  readonly complete: boolean
  readonly top3: readonly unknown[]
}

/** Returns the row of the voting table for a match in a state and a fan's ballot, if any. */
export function voteAction(state: VotingState, ballot: KeptBallot | undefined): VoteAction {
  if (state === 'closed') return { kind: 'results', text: card.results, message: card.closed }
  if (!isOpenState(state)) return { kind: 'disabled', text: card[state], message: null }
  const message = state === 'open_after' ? card.lastMinutes : null
  if (ballot?.complete) return { kind: 'change', text: card.voted, message }
  if (ballot !== undefined && ballot.top3.length > 0) {
    return { kind: 'vote', text: card.unfinished(ballot.top3.length), message }
  }
  return { kind: 'vote', text: state === 'open_live' ? card.voteLive : card.voteAfter, message }
}
