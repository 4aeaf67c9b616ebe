import { Link } from '@tanstack/react-router'
import type { HomeFixture } from '@tribune/contract/matches.ts'
import type { Vote } from '@tribune/contract/votes.ts'
import { isCoefficientShown } from '@tribune/domain/coefficient.ts'
import type { VotingState } from '@tribune/domain/voting-window.ts'
import { memo } from 'react'
import { card } from '../../i18n/fr-home.ts'
import { CoefficientBadge } from '../../ui/badge.tsx'
import { Crest } from '../../ui/picture.tsx'
import { CardAction } from './card-action.tsx'
import { spokenMatch, stateWord } from './match-words.ts'
import { OwnPodium } from './own-podium.tsx'
import { Scoreboard } from './scoreboard.tsx'

interface MatchCardProps {
  readonly match: HomeFixture
  readonly state: VotingState
  /** When it is or was played, as the list tells it: « hier », « sam. 22 novembre ». */
  readonly when: string
  readonly ballot: Vote | undefined
}

/** One match of the home list. Drawn again only when something on it changes. */
export const MatchCard = memo(function MatchCard({ match, state, when, ballot }: MatchCardProps) {
  const compact = state === 'closed'
  return (
    <li className="relative flex flex-col gap-3 rounded-card border border-line bg-surface p-4 [contain-intrinsic-size:auto_220px] [content-visibility:auto]">
      <h3 className="sr-only">{spokenMatch(match)}</h3>
      <CardHead match={match} />
      <div aria-hidden="true" className="grid grid-cols-[minmax(0,1fr)_auto] gap-3">
        <div className="flex min-w-0 flex-col justify-center gap-2">
          <Team name={match.home_team} logo={match.home_team_logo} compact={compact} />
          <Team name={match.away_team} logo={match.away_team_logo} compact={compact} />
        </div>
        <Scoreboard match={match} compact={compact} />
      </div>
      <Link
        to="/match/$id"
        params={{ id: String(match.match_id) }}
        aria-label={card.openMatch(match.home_team, match.away_team)}
        className="absolute inset-0 rounded-card"
      />
      {ballot !== undefined && ballot.top3.length > 0 && <OwnPodium picks={ballot.top3} />}
      <CardAction match={match} state={state} when={when} ballot={ballot} />
    </li>
  )
})

function CardHead({ match }: { readonly match: HomeFixture }) {
  const live = match.status === 'live'
  return (
    <div aria-hidden="true" className="flex items-center gap-2 text-sm text-quiet">
      {match.competition_logo !== null && (
        <img
          src={match.competition_logo}
          alt=""
          width={20}
          height={20}
          loading="lazy"
          className="size-5 shrink-0 rounded-[4px] object-contain"
          onError={(event) => {
            event.currentTarget.hidden = true
          }}
        />
      )}
      <span className="truncate font-semibold">{match.competition_name}</span>
      {isCoefficientShown(match.competition_coefficient) && <CoefficientBadge value={match.competition_coefficient} />}
      <span className="ml-auto flex shrink-0 items-center gap-1.5 pl-2 font-semibold">
        {live && <span className="size-2 rounded-full bg-live" />}
        <span className={live ? 'figures text-lg leading-5 font-bold text-live' : ''}>{stateWord(match)}</span>
      </span>
    </div>
  )
}

interface TeamProps {
  readonly name: string
  readonly logo: string | null
  readonly compact: boolean
}

function Team({ name, logo, compact }: TeamProps) {
  return (
    <span className={`flex items-center gap-3 ${compact ? 'min-h-8' : 'min-h-10'}`}>
      <Crest name={name} src={logo} size={compact ? 32 : 40} />
      <span className="line-clamp-2 text-base leading-tight font-bold [overflow-wrap:anywhere]">{name}</span>
    </span>
  )
}
