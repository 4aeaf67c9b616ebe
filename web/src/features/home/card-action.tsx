import type { HomeFixture } from '@tribune/contract/matches.ts'
import type { Vote } from '@tribune/contract/votes.ts'
import { type VotingState, voteWindow } from '@tribune/domain/voting-window.ts'
import { ChevronRight, Lock } from 'lucide-react'
import { card } from '../../i18n/fr-home.ts'
import { relativeDay } from '../../lib/dates.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Countdown } from './countdown.tsx'
import { voteAction } from './vote-action.ts'

interface CardActionProps {
  readonly match: HomeFixture
  readonly state: VotingState
  readonly when: string
  readonly ballot: Vote | undefined
}

/** The foot of a card: one thing to do, and until when. */
export function CardAction({ match, state, when, ballot }: CardActionProps) {
  const { kind, text, message } = voteAction(state, ballot)
  const params = { id: String(match.match_id) }
  if (kind === 'disabled') {
    return (
      <div className="flex flex-col gap-2">
        <Reason match={match} when={when} />
        <Button disabled className="w-full">
          {state === 'locked' && <Lock size={18} aria-hidden="true" />}
          {text}
        </Button>
      </div>
    )
  }
  if (kind === 'results') {
    return (
      <div className="-mb-2 flex items-center justify-between gap-2 border-t border-line pt-2">
        <span className="min-w-0 truncate text-sm text-quiet">
          {message} · {when}
        </span>
        <ButtonLink to="/match/$id" params={params} tone="quiet" className="relative -mr-3 shrink-0">
          {text}
          <ChevronRight size={18} aria-hidden="true" />
        </ButtonLink>
      </div>
    )
  }
  const closing = voteWindow(match).closes_at
  return (
    <div className="flex flex-col gap-2">
      {message !== null && <p className="text-sm font-semibold">{message}</p>}
      {closing !== null && <Countdown closing={closing} />}
      <ButtonLink
        to="/match/$id"
        params={params}
        tone={kind === 'vote' ? 'action' : 'plain'}
        className="relative w-full"
      >
        {text}
      </ButtonLink>
    </div>
  )
}

/** Why a match is not played, and when it will be, where the feed says so. */
function Reason({ match, when }: { readonly match: HomeFixture; readonly when: string }) {
  const until =
    match.postponedUntil === null ? null : card.postponedUntil(relativeDay(match.postponedUntil, serverNow()))
  const told = [when, match.statusReason, until].filter((part) => part !== null && part !== '')
  return told.length === 0 ? null : <p className="text-sm text-quiet first-letter:uppercase">{told.join(' · ')}</p>
}
