import { Link } from '@tanstack/react-router'
import type { HomeFixture } from '@tribune/contract/matches.ts'
import type { Vote } from '@tribune/contract/votes.ts'
import { type VotingState, voteWindow } from '@tribune/domain/ballots/voting-window.ts'
import { common } from '@tribune/french/sentences/app.ts'
import { memo, type ReactNode } from 'react'
import { SKELETON_CARDS } from '../../../lib/limits.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { ClubName } from '../../../ui/club-name.tsx'
import { Crest } from '../../../ui/picture.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { spokenMatch, stateWord, voteAction } from '../match-words.ts'
import { CompetitionLine, OwnPodium, Scoreboard } from './card-lines.tsx'
import { TimeLeft } from './countdown.tsx'

const KEYS = Array.from({ length: SKELETON_CARDS }, (_, index) => index)

/** Six cards of the same size as the real ones, with heading and columns. */
export const CardSkeletons = memo(function CardSkeletons() {
  return (
    <div role="status" className="mt-4">
      <span className="sr-only">{common.loading}</span>
      <Skeleton className="mb-2 h-[25px] w-36" />
      <div className="columns-of-matches gap-2">
        {KEYS.map((key) => (
          <div
            key={key}
            data-skeleton
            className="flex flex-col gap-1 rounded-card border border-line bg-surface px-3 pt-1 pb-2"
          >
            <div className="flex h-6 items-center gap-2">
              <Skeleton className="size-5" />
              <Skeleton className="h-4 w-28" />
              <Skeleton className="ml-auto h-4 w-12" />
            </div>
            <div className="flex flex-wrap gap-2">
              <div className="flex flex-[99_1_12rem] gap-2">
                <div className="flex flex-1 flex-col gap-0.5">
                  <TeamSkeleton />
                  <TeamSkeleton />
                </div>
                <Skeleton className="w-8" />
              </div>
              <Skeleton className="min-h-11 flex-[1_1_5.5rem]" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
})

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

interface MatchButtonProps {
  readonly id: number
  /** Id of the element that names the match, because many buttons have the same text. */
  readonly title: string
  readonly tone: 'action' | 'plain'
  readonly className: string
  readonly children: ReactNode
}

/** A link to a match. Its touch area is the whole card; for keyboards it is a single tab stop. */
function MatchButton({ id, title, tone, className, children }: MatchButtonProps) {
  return (
    <Link
      to="/match/$id"
      params={{ id }}
      aria-describedby={title}
      className={buttonClass(tone, false, `cover ${className}`)}
    >
      {children}
    </Link>
  )
}

function TeamSkeleton() {
  return (
    <div className="flex h-8 items-center gap-2">
      <Skeleton className="size-7" />
      <Skeleton className="h-4 w-2/3" />
    </div>
  )
}
