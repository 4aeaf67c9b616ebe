import type { HomeFixture } from '@tribune/contract/matches.ts'
import { isVoteOpen } from '@tribune/domain/ballots/voting-window.ts'
import { clubCodes } from '@tribune/french/format/club-names.ts'
import { dayAndHour, hour, relativeDay } from '@tribune/french/format/dates.ts'
import { shortShootout } from '@tribune/french/format/shootout.ts'
import { common } from '@tribune/french/sentences/app.ts'
import { card } from '@tribune/french/sentences/home.ts'
import { match as words } from '@tribune/french/sentences/match.ts'
import type { ReactNode } from 'react'
import { useMedia, useScrolledPast } from '../../../lib/device/use-platform.ts'
import { serverNow } from '../../../lib/http/server-clock.ts'
import { ClubName } from '../../../ui/club-name.tsx'
import { Crest } from '../../../ui/picture.tsx'
import { Score } from '../../../ui/score.tsx'
import { StandRows } from '../../../ui/stand-rows.tsx'
import { FollowButton } from '../../follows/follow-button.tsx'
import { clubsOf } from '../../follows/follow-prompt.tsx'
import { isBeaten } from '../../home/card/card-lines.tsx'
import { spokenMatch, stateWord } from '../../home/match-words.ts'
import { KitLine } from './kit-line.tsx'

interface MatchBoardProps {
  readonly match: HomeFixture
  /** Notes under the score: coefficient, rules. */
  readonly children: ReactNode
}

/** Where the star of each club stands: at the outer edge, where it costs no height. */
const STAR_SIDES = ['-left-3', '-right-3'] as const

/** The scoreboard, dark in both themes: crests, score, state of the match. */
export function MatchBoard({ match, children }: MatchBoardProps) {
  return (
    <section className="relative overflow-hidden bg-board text-on-board pair:rounded-card">
      <StandRows />
      <KitLine side="home" className="absolute inset-y-0 left-0 w-1 scheme-dark" />
      <KitLine side="away" className="absolute inset-y-0 right-0 w-1 scheme-dark" />
      <div className="relative flex flex-col items-center gutter pt-2 wide:px-4 wide:pt-3 wide:pb-2">
        <h1 className="sr-only">{spokenMatch(match)}</h1>
        <p
          className={`max-w-full truncate text-sm text-board-quiet first-letter:uppercase low:hidden short:hidden ${isNow(match) ? 'max-wide:hidden' : 'mb-1'}`}
        >
          {whenPlayed(match)}
        </p>
        <div className="relative w-full @container wide:mt-3">
          <div
            aria-hidden="true"
            className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-start gap-2 @max-[17rem]:grid-cols-2"
          >
            <Team name={match.home_team} logo={match.home_team_logo} />
            <Centre match={match} />
            <Team name={match.away_team} logo={match.away_team_logo} />
          </div>
          {clubsOf(match).map((club, index) => (
            <FollowButton
              key={club.id}
              target={club}
              onBoard
              className={`absolute -top-2 wide:-top-3 ${STAR_SIDES[index] ?? ''}`}
            />
          ))}
        </div>
        <div className="flex min-h-11 flex-wrap items-center justify-center gap-x-1">{children}</div>
      </div>
    </section>
  )
}

function Team({ name, logo }: { readonly name: string; readonly logo: string | null }) {
  return (
    <span className="flex min-w-0 flex-col items-center gap-1 text-center wide:gap-2">
      <Crest name={name} src={logo} size={64} className="max-wide:[--side:40px]!" />
      <ClubName
        name={name}
        className="line-clamp-3 min-h-8 max-w-full text-sm leading-tight font-bold text-balance wide:min-h-10 wide:text-base"
      />
    </span>
  )
}

function Centre({ match }: { readonly match: HomeFixture }) {
  const live = match.status === 'live'
  return (
    <span className="flex min-w-24 flex-col items-center wide:gap-1 @max-[17rem]:order-first @max-[17rem]:col-span-2">
      {match.home_score === null ? <KickOff match={match} /> : <Goals match={match} />}
      {(live || match.status !== 'upcoming') && (
        <span className={`flex items-center gap-1.5 font-bold ${live ? 'text-board-live' : 'text-board-quiet'}`}>
          {live && <span className="size-2 rounded-full bg-board-live" />}
          <span
            className={
              live
                ? `figures ${match.shootout ? 'text-base' : 'text-xl'}`
                : 'text-center text-sm text-balance wide:mt-1'
            }
          >
            {stateWord(match)}
          </span>
        </span>
      )}
    </span>
  )
}

/** The score. The side that is behind, or has lost a shoot-out, is dimmed as in the lists. */
function Goals({ match }: { readonly match: HomeFixture }) {
  const ink = (side: 'home' | 'away') => (isBeaten(match, side) ? 'text-board-quiet' : '')
  return (
    <span className="figures flex h-11 items-center gap-2 text-[min(2.986rem,15vw)] leading-none font-extrabold wide:h-16 wide:text-[4.3rem]">
      <Score score={match.home_score} className={ink('home')} />
      <span className="text-[0.83em] text-board-quiet">–</span>
      <Score score={match.away_score} className={ink('away')} />
    </span>
  )
}

function KickOff({ match }: { readonly match: HomeFixture }) {
  if (match.status !== 'upcoming')
    return <span className="h-11 text-4xl text-board-quiet wide:h-16 wide:text-5xl">–</span>
  return (
    <span className="flex flex-col items-center pt-1">
      <span className="text-sm text-board-quiet">{words.kickOff}</span>
      <span className="figures text-4xl leading-tight font-extrabold whitespace-nowrap">
        {match.kickoff_hour_known ? hour(match.match_date) : '–'}
      </span>
      {!match.kickoff_hour_known && <span className="text-sm font-semibold">{card.hourUnknown}</span>}
    </span>
  )
}

/** Returns whether the match is played, or votes are open after it: then a phone saves the line of its date for players. */
function isNow(match: HomeFixture): boolean {
  return match.status === 'live' || isVoteOpen(match, serverNow())
}

function whenPlayed(match: HomeFixture): string {
  const now = serverNow()
  const hourApart = match.status !== 'upcoming' && match.kickoff_hour_known
  return hourApart ? dayAndHour(match.match_date, now) : relativeDay(match.match_date, now)
}

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
