import { Link } from '@tanstack/react-router'
import type { HomeFixture } from '@tribune/contract/matches.ts'
import type { Vote } from '@tribune/contract/votes.ts'
import { type VotingState, voteWindow } from '@tribune/domain/ballots/voting-window.ts'
import { card } from '@tribune/french/sentences/home.ts'
import { Lock } from 'lucide'
import { memo } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ClubName } from '../../../ui/club-name.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Crest } from '../../../ui/picture.tsx'
import { CompetitionLine } from '../list/competition-line.tsx'
import { Scoreboard } from '../list/scoreboard.tsx'
import { spokenMatch, stateWord } from '../match-words.ts'
import { Countdown } from './countdown.tsx'
import { MatchButton } from './match-button.tsx'
import { OwnPodium } from './own-podium.tsx'
import { voteAction } from './vote-action-words.ts'

interface CardActionProps {
  readonly match: HomeFixture
  readonly state: VotingState
  readonly ballot: Vote | undefined
  /** Id of the element that names the match. */
  readonly title: string
}

/** The bottom of a card: its action, and the time left. */
function CardAction({ match, state, ballot, title }: CardActionProps) {
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

interface MatchCardProps {
  readonly match: HomeFixture
  readonly state: VotingState
  readonly ballot: Vote | undefined
}

/** A match to vote for or to watch. Renders again only when its props change. */
export const MatchCard = memo(function MatchCard({ match, state, ballot }: MatchCardProps) {
  const title = `match-${match.match_id}`
  return (
    <li className="relative flex flex-col gap-3 rounded-card border border-line bg-surface p-4 pt-3">
      <h3 id={title} className="sr-only">
        {spokenMatch(match)}
      </h3>
      <div className="flex items-center gap-2 text-sm text-quiet">
        <CompetitionLine match={match} />
        <State match={match} />
      </div>
      <div aria-hidden="true" className="grid grid-cols-[minmax(0,1fr)_auto] gap-3">
        <div className="flex min-w-0 flex-col justify-center gap-2">
          <Team name={match.home_team} logo={match.home_team_logo} />
          <Team name={match.away_team} logo={match.away_team_logo} />
        </div>
        <Scoreboard match={match} />
      </div>
      {ballot !== undefined && ballot.top3.length > 0 && <OwnPodium picks={ballot.top3} />}
      <CardAction match={match} state={state} ballot={ballot} title={title} />
      {state === 'locked' && (
        <Link
          to="/match/$id"
          params={{ id: match.match_id }}
          aria-label={card.openMatch(match.home_team, match.away_team)}
          className="absolute inset-0 rounded-card"
        />
      )}
    </li>
  )
})

/** The state of a match. Screen readers read it with the teams. */
function State({ match }: { readonly match: HomeFixture }) {
  const live = match.status === 'live'
  return (
    <span aria-hidden="true" className="ml-auto flex min-h-6 shrink-0 items-center gap-1.5 pl-2 font-semibold">
      {live && <span className="size-2 rounded-full bg-live" />}
      <span className={live ? 'figures text-lg leading-5 font-bold text-live' : ''}>{stateWord(match)}</span>
    </span>
  )
}

function Team({ name, logo }: { readonly name: string; readonly logo: string | null }) {
  return (
    <span className="flex min-h-10 items-center gap-3">
      <Crest name={name} src={logo} size={40} />
      <ClubName name={name} className="line-clamp-2 min-w-0 text-base leading-tight font-bold" />
    </span>
  )
}
