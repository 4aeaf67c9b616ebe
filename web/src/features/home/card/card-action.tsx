import type { HomeFixture } from '@tribune/contract/matches.ts'
import type { Vote } from '@tribune/contract/votes.ts'
import { type VotingState, voteWindow } from '@tribune/domain/ballots/voting-window.ts'
import { Lock } from 'lucide'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Countdown } from './countdown.tsx'
import { MatchButton } from './match-button.tsx'
import { voteAction } from './vote-action-words.ts'

interface CardActionProps {
  readonly match: HomeFixture
  readonly state: VotingState
  readonly ballot: Vote | undefined
  /** Id of the element that names the match. */
  readonly title: string
}

/** The bottom of a card: its action, and the time left. */
export function CardAction({ match, state, ballot, title }: CardActionProps) {
  const { kind, text, message } = voteAction(state, ballot)
  if (kind === 'disabled') {
    return (
      <Button disabled className="mt-auto w-full">
        <Icon of={Lock} size={18} />
        {text}
      </Button>
    )
  }
  const closing = voteWindow(match).closes_at
  return (
    <div className="mt-auto flex flex-col gap-2">
      {message !== null && <p className="text-sm font-semibold">{message}</p>}
      {closing !== null && <Countdown closing={closing} />}
      <MatchButton id={match.match_id} title={title} tone={kind === 'vote' ? 'action' : 'plain'} className="w-full">
        {text}
      </MatchButton>
    </div>
  )
}
