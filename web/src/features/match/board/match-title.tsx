import type { HomeFixture } from '@tribune/contract/matches.ts'
import { clubCodes } from '@tribune/domain/club-names.ts'
import { common } from '../../../i18n/fr.ts'
import { useScrolledPast } from '../../../lib/device/use-platform.ts'
import { stateWord } from '../../home/match-words.ts'

/** The board is out of sight below this. */
const BOARD_PX = 150

/** The competition; once the board is scrolled away, its score in small. */
export function MatchTitle({ match }: { readonly match: HomeFixture }) {
  const scrolled = useScrolledPast(BOARD_PX)
  if (!scrolled) return <bdi>{match.competition_name}</bdi>
  const { home_score: home, away_score: away } = match
  const codes = clubCodes(match.home_team, match.away_team)
  return (
    // Where the minute does not fit it wraps, and is not seen, rather than cut.
    <span
      aria-hidden="true"
      className="flex h-7 min-w-0 items-center gap-x-2 overflow-hidden text-base max-[639px]:flex-wrap wide:hidden"
    >
      <Side name={match.home_team} code={codes[0]} />
      <span className="figures shrink-0 rounded-inner bg-board px-2 text-lg leading-7 font-extrabold text-on-board">
        {home === null || away === null ? '–' : common.score(home, away)}
      </span>
      <Side name={match.away_team} code={codes[1]} />
      {match.status === 'live' && (
        <span className="figures ml-auto shrink-0 text-lg text-live">{stateWord(match)}</span>
      )}
    </span>
  )
}

/** A club beside the score: in three letters on a phone, where two names of the same beginning would be cut to that. */
function Side({ name, code }: { readonly name: string; readonly code: string }) {
  return (
    <>
      <bdi className="figures shrink-0 text-lg font-bold min-[640px]:hidden">{code}</bdi>
      <bdi className="min-w-0 truncate max-[639px]:hidden">{name}</bdi>
    </>
  )
}
