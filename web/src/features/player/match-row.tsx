import { Link } from '@tanstack/react-router'
import type { PlayerMatch } from '@tribune/contract/players.ts'
import type { Position } from '@tribune/domain/ballots/podium.ts'
import { relativeDay } from '@tribune/french/format/dates.ts'
import { count, ordinal } from '@tribune/french/format/numbers.ts'
import { shootoutWords } from '@tribune/french/format/shootout.ts'
import { player as words } from '@tribune/french/sentences/player.ts'
import { serverNow } from '../../lib/http/server-clock.ts'
import { Mark } from '../../ui/mark.tsx'
import { Crest } from '../../ui/picture.tsx'
import { Earned } from './earned.tsx'

interface MatchRowProps {
  readonly match: PlayerMatch
  /** Where the fan placed the player in this match. */
  readonly pick: Position | undefined
}

/** One match: who played, when, what it gave the player, and the way to it. */
export function MatchRow({ match, pick }: MatchRowProps) {
  const isHome = match.player_side === 'home'
  const decided = shootoutWords(match)
  return (
    <li>
      <Link
        to="/match/$id"
        params={{ id: match.match_id }}
        className="flex items-center gap-3 rounded-card border border-line bg-surface p-3 hover:bg-raised"
      >
        <span className="flex min-w-0 flex-1 flex-col">
          <Side team={match.home_team} logo={match.home_team_logo} score={match.home_score} own={isHome} />
          <Side team={match.away_team} logo={match.away_team_logo} score={match.away_score} own={!isHome} />
          <span className="mt-1 truncate text-sm text-quiet first-letter:uppercase">
            {relativeDay(match.match_date, serverNow())} · <bdi>{match.competition_name}</bdi>
          </span>
          {decided !== null && <span className="truncate text-sm text-quiet">{decided}</span>}
          {match.joined && <span className="truncate text-sm font-semibold">{words.joined(match.player_team)}</span>}
          {pick !== undefined && (
            <span className="flex items-center gap-1.5 text-sm font-semibold">
              <Mark size={16} />
              {words.myPick(ordinal(pick))}
            </span>
          )}
        </span>
        <span className="flex w-28 shrink-0 justify-end self-stretch border-l border-line pl-3 [&>*]:self-center">
          <Earned match={match} />
        </span>
      </Link>
    </li>
  )
}

interface SideProps {
  readonly team: string
  readonly logo: string | null
  readonly score: number | null
  /** The side they play for. */
  readonly own: boolean
}

function Side({ team, logo, score, own }: SideProps) {
  return (
    <span className="flex items-center gap-2 leading-7">
      <Crest name={team} src={logo} size={22} />
      <bdi className={`min-w-0 truncate ${own ? 'font-bold' : ''}`}>{team}</bdi>
      <span className={`figures ml-auto pl-1 text-lg leading-7 ${own ? 'font-extrabold' : 'font-semibold'}`}>
        {score === null ? '–' : count(score)}
      </span>
    </span>
  )
}
