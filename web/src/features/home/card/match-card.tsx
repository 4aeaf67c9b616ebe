import type { HomeFixture } from '@tribune/contract/matches.ts'
import type { Vote } from '@tribune/contract/votes.ts'
import { type VotingState, voteWindow } from '@tribune/domain/ballots/voting-window.ts'
import { memo } from 'react'
import { ClubName } from '../../../ui/club-name.tsx'
import { Crest } from '../../../ui/picture.tsx'
import { CompetitionLine } from '../list/competition-line.tsx'
import { Scoreboard } from '../list/scoreboard.tsx'
import { spokenMatch, stateWord } from '../match-words.ts'
import { TimeLeft } from './countdown.tsx'
import { MatchButton } from './match-button.tsx'
import { OwnPodium } from './own-podium.tsx'
import { voteAction } from './vote-action-words.ts'

interface MatchCardProps {
  readonly match: HomeFixture
  readonly state: VotingState
  readonly ballot: Vote | undefined
}

/** A match to vote for, with its button next to the teams, or below them where that is too narrow. Renders again only when its props change. */
export const MatchCard = memo(function MatchCard({ match, state, ballot }: MatchCardProps) {
  const title = `match-${match.match_id}`
  const { kind, text, message } = voteAction(state, ballot)
  const closing = voteWindow(match).closes_at
  return (
    <li className="@container relative flex flex-col gap-1 rounded-card border border-line bg-surface px-3 pt-1 pb-2">
      <h3 id={title} className="sr-only">
        {spokenMatch(match)}
      </h3>
      <div className="flex items-center gap-2 text-sm text-quiet">
        <CompetitionLine match={match} />
        <span className="ml-auto flex min-h-6 flex-wrap items-center justify-end gap-x-2">
          <State match={match} />
          {closing !== null && <TimeLeft closing={closing} />}
        </span>
      </div>
      <div className="flex grow flex-wrap gap-2">
        <div aria-hidden="true" className="grid flex-[99_1_12rem] grid-cols-[minmax(0,1fr)_auto] gap-2">
          <div className="flex min-w-0 flex-col justify-around gap-0.5">
            <Team name={match.home_team} logo={match.home_team_logo} />
            <Team name={match.away_team} logo={match.away_team_logo} />
          </div>
          <Scoreboard match={match} />
        </div>
        <MatchButton
          id={match.match_id}
          title={title}
          tone={kind === 'vote' ? 'action' : 'plain'}
          className="flex-[1_1_5.5rem] px-1 text-sm"
        >
          {text}
        </MatchButton>
      </div>
      {message !== null && <p className="text-sm font-semibold">{message}</p>}
      {ballot !== undefined && ballot.top3.length > 0 && <OwnPodium picks={ballot.top3} />}
    </li>
  )
})

/** The state of a match. Screen readers read it with the teams. */
function State({ match }: { readonly match: HomeFixture }) {
  const live = match.status === 'live'
  return (
    <span aria-hidden="true" className="flex items-center gap-1.5 font-semibold">
      {live && <span className="size-2 rounded-full bg-live" />}
      <span className={live ? 'figures text-lg leading-5 font-bold text-live' : ''}>{stateWord(match)}</span>
    </span>
  )
}

function Team({ name, logo }: { readonly name: string; readonly logo: string | null }) {
  return (
    <span className="flex min-h-8 items-center gap-2">
      <Crest name={name} src={logo} size={28} />
      <ClubName name={name} className="line-clamp-3 min-w-0 text-base leading-tight font-bold @2xs:line-clamp-2" />
    </span>
  )
}
