import { verdictOf } from '@tribune/domain/ballots/ballot-outbox.ts'
import { type VoteRefusal, type VotingState, voteRefusal } from '@tribune/domain/ballots/voting-window.ts'
import { heldNotice as words } from '@tribune/french/sentences/held.ts'
import { Button } from '../../../ui/button.tsx'
import type { HeldOnScreen } from './use-held-ballot.ts'

interface HeldNoticeProps {
  readonly held: HeldOnScreen
  /** Where the vote is not open, the podium, which says that it waits, is not on the screen. */
  readonly state: VotingState
  readonly online: boolean
}

/** Informs the fan about ballots of this match that wait on the phone. */
export function HeldNotice({ held, state, online }: HeldNoticeProps) {
  const { newer, other, waiting } = held
  const refusal = voteRefusal(state)
  return (
    <div role="status" className="contents">
      {waiting && refusal !== null && newer === null && (
        <p className="rounded-card border border-line bg-surface p-4 text-sm">{waitingText(refusal, online)}</p>
      )}
      {other !== null && (
        <div className="flex items-center gap-2 rounded-card border border-line bg-surface p-4">
          <p className="flex-1 text-sm">{words.otherAccount}</p>
          <Button className="shrink-0 px-3" onClick={held.erase}>
            {words.erase}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Returns why the fan's ballot waits. A cancelled match accepts no ballots, even if the server has not refused this one yet. */
function waitingText(refusal: VoteRefusal, online: boolean): string {
  const meaning = verdictOf(refusal, true)
  if (meaning === 'refused') return words.cancelled
  if (!online || meaning !== 'wait') return words.waiting
  return refusal === 'vote_postponed' || refusal === 'vote_upcoming' ? words.postponed : words.paused
}
