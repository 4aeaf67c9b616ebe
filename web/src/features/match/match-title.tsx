import type { HomeFixture } from '@tribune/contract/matches.ts'
import { common } from '../../i18n/fr.ts'
import { useScrolledPast } from '../../lib/use-platform.ts'
import { stateWord } from '../home/match-words.ts'

/** The board is out of sight below this. */
const BOARD_PX = 150

/** The competition; once the board is scrolled away, its score in small. */
export function MatchTitle({ match }: { readonly match: HomeFixture }) {
  const scrolled = useScrolledPast(BOARD_PX)
  if (!scrolled) return <bdi>{match.competition_name}</bdi>
  const { home_score: home, away_score: away } = match
  return (
    <span aria-hidden="true" className="flex min-w-0 items-center gap-2 text-base wide:hidden">
      <bdi className="min-w-0 truncate">{match.home_team}</bdi>
      <span className="figures shrink-0 rounded-inner bg-board px-2 text-lg leading-7 font-extrabold text-on-board">
        {home === null || away === null ? '–' : common.score(home, away)}
      </span>
      <bdi className="min-w-0 truncate">{match.away_team}</bdi>
      {match.status === 'live' && (
        <span className="figures ml-auto shrink-0 text-lg text-live">{stateWord(match)}</span>
      )}
    </span>
  )
}
