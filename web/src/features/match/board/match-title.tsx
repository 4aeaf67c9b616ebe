import type { HomeFixture } from '@tribune/contract/matches.ts'
import { clubCodes } from '@tribune/french/format/club-names.ts'
import { shortShootout } from '@tribune/french/format/shootout.ts'
import { common } from '@tribune/french/sentences/app.ts'
import { useMedia, useScrolledPast } from '../../../lib/device/use-platform.ts'
import { FollowButton } from '../../follows/follow-button.tsx'
import { stateWord } from '../../home/match-words.ts'
import { KitLine } from './kit-line.tsx'

/** Scroll position beyond which the board is out of view. */
const BOARD_PX = 100

/** Returns whether the board is out of view: next to the list it stays. */
function useBoardGone(): boolean {
  const scrolled = useScrolledPast(BOARD_PX)
  return !useTwoColumns() && scrolled
}

/** The competition, or a small scoreboard once the large one is out of view. */
export function MatchTitle({ match }: { readonly match: HomeFixture }) {
  const scrolled = useBoardGone()
  if (!scrolled) return <bdi className="max-wide:figures">{match.competition_name}</bdi>
  const { home_score: home, away_score: away } = match
  const codes = clubCodes(match.home_team, match.away_team)
  const decided = shortShootout({ ...match, home_team: codes[0], away_team: codes[1] })
  return (
    // A minute that does not fit wraps out of view rather than being cut.
    <span
      aria-hidden="true"
      className="flex h-[1.75rem] min-w-0 items-center gap-x-2 overflow-hidden text-base max-[639px]:flex-wrap wide:hidden"
    >
      <Side side="home" name={match.home_team} code={codes[0]} />
      <span className="figures shrink-0 rounded-inner bg-board px-2 text-[min(1.2rem,7vw)] leading-[1.75rem] font-extrabold text-on-board">
        {home === null || away === null ? '–' : common.score(home, away)}
      </span>
      <Side side="away" name={match.away_team} code={codes[1]} />
      {match.status === 'finished' && decided !== null && (
        <span className="figures shrink-0 leading-[1.75rem]">{decided}</span>
      )}
      {match.status === 'live' && (
        <span className="figures ml-auto shrink-0 text-[min(1.2rem,7vw)] leading-[1.75rem] text-live">
          {stateWord(match)}
        </span>
      )}
    </span>
  )
}

/** The star of the competition, right behind its name while that is in view. */
export function CompetitionStar({ match }: { readonly match: HomeFixture }) {
  const { competition_id: id, competition_name: name, competition_logo: picture } = match
  return useBoardGone() ? null : (
    <FollowButton target={{ kind: 'competition', id, name, picture }} className="mr-auto" />
  )
}

/** A club next to the score. On a phone, its three-letter code, because two names with the same beginning would be cut to the same text. */
function Side({ side, name, code }: { readonly side: 'home' | 'away'; readonly name: string; readonly code: string }) {
  return (
    <span className="relative min-w-0 shrink-0 min-[640px]:shrink">
      <bdi className="figures shrink-0 text-[min(1.2rem,7vw)] leading-[1.75rem] font-bold min-[640px]:hidden">
        {code}
      </bdi>
      <bdi className="min-w-0 truncate max-[639px]:hidden">{name}</bdi>
      <KitLine side={side} className="absolute inset-x-0 bottom-0 h-[3px] rounded-full" />
    </span>
  )
}

/** Returns whether match and podium stand next to the list: from 700 px, and on any phone in landscape. The same as `pair` in styles/theme.css. */
export function useTwoColumns(): boolean {
  return useMedia('(width >= 43.75rem), (width >= 40rem) and (height <= 480px)')
}
