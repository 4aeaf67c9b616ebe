import { Link } from '@tanstack/react-router'
import type { HomeFixture } from '@tribune/contract/matches.ts'
import type { Vote } from '@tribune/contract/votes.ts'
import type { VotingState } from '@tribune/domain/ballots/voting-window.ts'
import { memo } from 'react'
import { ClubName } from '../../../ui/club-name.tsx'
import { Crest } from '../../../ui/picture.tsx'
import { Score } from '../../../ui/score.tsx'
import { isBeaten, OwnPodium } from '../card/card-lines.tsx'
import { reasonOf, spokenMatch, stateWord, voteAction } from '../match-words.ts'

interface MatchRowProps {
  readonly match: HomeFixture
  readonly state: VotingState
  readonly ballot: Vote | undefined
  /** Kick-off time or its replacement, for an upcoming match only. */
  readonly hour: string | null
  /** The new day of a postponed match, once it is known. */
  readonly newDay: string | null
}

/**
 * A match that cannot be voted on: home, score or hour, and away on one line, or the teams below each other where that is too narrow. Its sentences are
 * read by screen readers alone: the headings say the same. Renders again only when its props change.
 */
export const MatchRow = memo(function MatchRow({ match, state, ballot, hour, newDay }: MatchRowProps) {
  const reason = reasonOf(match, newDay)
  const voted = ballot !== undefined && ballot.top3.length > 0
  const { message, text } = voteAction(state, undefined)
  const saysState = state !== 'locked' && state !== 'closed'
  const spoken = saysState ? [spokenMatch(match, text), hour, reason] : [spokenMatch(match), reason, message, text]
  return (
    <li className={`@container relative border-t border-line px-2 py-1 ${reason === null && !voted ? LINE : ''}`}>
      <div
        aria-hidden="true"
        className="grid min-h-9.5 grid-cols-[minmax(0,1fr)_minmax(3.5rem,auto)] items-center gap-x-1.5 gap-y-1 @2xs:grid-cols-[minmax(0,1fr)_minmax(3.5rem,auto)_minmax(0,1fr)]"
      >
        <Team match={match} side="home" />
        <Middle match={match} hour={hour} />
        <Team match={match} side="away" />
      </div>
      {reason !== null && (
        <p aria-hidden="true" className="text-sm text-quiet @2xs:text-center">
          {reason}
        </p>
      )}
      {voted && <OwnPodium picks={ballot.top3} />}
      <Link
        to="/match/$id"
        params={{ id: match.match_id }}
        className="absolute inset-0 focus-visible:-outline-offset-3"
      >
        <span className="sr-only">{spoken.filter(Boolean).join(', ')}</span>
      </Link>
    </li>
  )
})

/** A row of one line, whose height is known before it is drawn. */
const LINE = '[contain-intrinsic-size:auto_38px] [content-visibility:auto]'

function Team({ match, side }: { readonly match: HomeFixture; readonly side: 'home' | 'away' }) {
  const name = match[`${side}_team`]
  return (
    <span className={`flex items-center gap-1.5 ${side === 'home' ? '@2xs:flex-row-reverse @2xs:text-right' : ''}`}>
      <Crest name={name} src={match[`${side}_team_logo`]} size={20} />
      <ClubName
        name={name}
        className={`line-clamp-3 min-w-0 text-sm leading-tight font-semibold @2xs:line-clamp-2 ${isBeaten(match, side) ? 'text-quiet' : ''}`}
      />
    </span>
  )
}

/** The score or the hour, and the state of a match that is neither upcoming nor over. */
function Middle({ match, hour }: Pick<MatchRowProps, 'match' | 'hour'>) {
  const { home_score: home, away_score: away, status } = match
  const known = home !== null || away !== null || match.kickoff_hour_known
  return (
    <span className="row-span-2 flex flex-col items-center text-center text-sm leading-tight @2xs:row-span-1">
      <span className={`figures flex gap-1 ${known ? 'text-lg leading-none font-bold' : ''}`}>
        {home === null && away === null ? (
          hour
        ) : (
          <>
            <Score score={home} />–<Score score={away} />
          </>
        )}
      </span>
      {hour === null && status !== 'finished' && (
        <span className={status === 'live' ? 'figures font-bold text-live' : 'text-quiet'}>{stateWord(match)}</span>
      )}
    </span>
  )
}
