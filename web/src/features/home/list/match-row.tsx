import { Link } from '@tanstack/react-router'
import type { HomeFixture } from '@tribune/contract/matches.ts'
import type { Vote } from '@tribune/contract/votes.ts'
import type { VotingState } from '@tribune/domain/ballots/voting-window.ts'
import { card } from '@tribune/french/sentences/home.ts'
import { memo } from 'react'
import { Crest } from '../../../ui/picture.tsx'
import { Score } from '../../../ui/score.tsx'
import { MatchButton } from '../card/match-button.tsx'
import { OwnPodium } from '../card/own-podium.tsx'
import { voteAction } from '../card/vote-action-words.ts'
import { reasonOf, spokenMatch } from '../match-words.ts'
import { isBeaten } from './scoreboard.tsx'

interface MatchRowProps {
  readonly match: HomeFixture
  readonly state: VotingState
  readonly ballot: Vote | undefined
  /** Kick-off time or its replacement, for an upcoming match only. */
  readonly hour: string | null
  /** The new day of a postponed match, once it is known. */
  readonly newDay: string | null
}

/** An upcoming, finished or postponed match in one row, with everything that a card shows. Renders again only when its props change. */
export const MatchRow = memo(function MatchRow({ match, state, ballot, hour, newDay }: MatchRowProps) {
  const title = `match-${match.match_id}`
  const reason = reasonOf(match, newDay)
  const voted = ballot !== undefined && ballot.top3.length > 0
  return (
    <li className="relative border-t border-line px-3 py-2 [contain-intrinsic-size:auto_56px] [content-visibility:auto]">
      <p id={title} className="sr-only">
        {[spokenMatch(match), hour, reason].filter(Boolean).join(', ')}
      </p>
      <div className="grid min-h-14 grid-cols-[minmax(0,1fr)_auto_88px] items-center gap-x-3 wide:grid-cols-[minmax(0,1fr)_auto_152px]">
        <div aria-hidden="true" className="flex min-w-0 flex-col gap-1">
          <Team name={match.home_team} logo={match.home_team_logo} beaten={isBeaten(match, 'home')} />
          <Team name={match.away_team} logo={match.away_team_logo} beaten={isBeaten(match, 'away')} />
        </div>
        <Result match={match} />
        <div className="flex flex-col items-center gap-0.5 text-center text-sm">
          {hour !== null && <Hour hour={hour} known={match.kickoff_hour_known} />}
          <RowAction match={match} state={state} title={title} />
        </div>
      </div>
      {reason !== null && (
        <p aria-hidden="true" className="pt-1 text-sm text-quiet">
          {reason}
        </p>
      )}
      {voted && (
        <div className="pt-2">
          <OwnPodium picks={ballot.top3} />
        </div>
      )}
    </li>
  )
})

interface TeamProps {
  readonly name: string
  readonly logo: string | null
  readonly beaten: boolean
}

function Team({ name, logo, beaten }: TeamProps) {
  return (
    <span className="flex h-6.5 items-center gap-2">
      <Crest name={name} src={logo} size={24} />
      <bdi className={`truncate font-semibold ${beaten ? 'text-quiet' : ''}`}>{name}</bdi>
    </span>
  )
}

/** The score, once it is known. */
function Result({ match }: { readonly match: HomeFixture }) {
  const { home_score: home, away_score: away } = match
  if (home === null && away === null) return <span />
  return (
    <span aria-hidden="true" className="figures flex min-w-5 flex-col gap-1 text-xl leading-6.5 font-bold">
      <Score score={home} className={`h-6.5 ${isBeaten(match, 'home') ? 'text-quiet' : ''}`} />
      <Score score={away} className={`h-6.5 ${isBeaten(match, 'away') ? 'text-quiet' : ''}`} />
    </span>
  )
}

/** The end of a row: its action, or why there is none. */
function RowAction({ match, state, title }: { match: HomeFixture; state: VotingState; title: string }) {
  const { kind, text, message } = voteAction(state, undefined)
  if (kind === 'disabled') {
    return (
      <>
        <button type="button" disabled className="cursor-not-allowed leading-tight font-semibold text-quiet">
          {text}
        </button>
        <Link
          to="/match/$id"
          params={{ id: match.match_id }}
          aria-label={card.openMatch(match.home_team, match.away_team)}
          className="absolute inset-0 focus-visible:-outline-offset-3"
        />
      </>
    )
  }
  return (
    <>
      <span className="text-quiet">{message}</span>
      <MatchButton id={match.match_id} title={title} tone="row">
        {text}
      </MatchButton>
    </>
  )
}

function Hour({ hour, known }: { readonly hour: string; readonly known: boolean }) {
  return (
    <span aria-hidden="true" className={`figures leading-tight ${known ? 'text-lg font-bold' : ''}`}>
      {hour}
    </span>
  )
}
