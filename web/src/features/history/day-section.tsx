import type { HomeFixture, MatchWinner } from '@tribune/contract/matches.ts'
import type { Vote } from '@tribune/contract/votes.ts'
import { isOpenState, type VotingState, voteWindow, votingState } from '@tribune/domain/ballots/voting-window.ts'
import { hour, relativeDay } from '@tribune/french/format/dates.ts'
import { count, plural } from '@tribune/french/format/numbers.ts'
import { nouns } from '@tribune/french/sentences/app.ts'
import { history } from '@tribune/french/sentences/history.ts'
import { ChevronRight } from 'lucide'
import { memo, useCallback, useId, useState } from 'react'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Mark } from '../../ui/mark.tsx'
import { Crest } from '../../ui/picture.tsx'
import { CompetitionLine, isBeaten } from '../home/card/card-lines.tsx'
import { TimeLeft } from '../home/card/countdown.tsx'
import { finishedWord, spokenMatch, voteAction } from '../home/match-words.ts'
import type { Day } from './day-rows.ts'

/** Distance from the viewport at which content renders, so that it is there before it is seen. */
const NEAR = '1200px 0px'

/** A finished match: the score, the winner of the vote, and a link to the results that covers the card. */
const HistoryCard = memo(function HistoryCard({ match, state, ballot, winners = [] }: HistoryCardProps) {
  const { home_score: home, away_score: away } = match
  const open = isOpenState(state)
  const closing = voteWindow(match).closes_at
  const { kind, text, message } = voteAction(state, ballot)
  return (
    <li className="relative flex flex-col rounded-card border border-line bg-surface px-3 pt-2.5 [contain-intrinsic-size:auto_156px] [content-visibility:auto] hover:border-edge">
      <h3 className="sr-only">{spokenMatch(match)}</h3>
      <div className="flex h-6 items-center gap-2 text-sm text-quiet">
        <CompetitionLine match={match} />
        <span className="ml-auto shrink-0 pl-2">{finishedWord(match) ?? hour(match.match_date)}</span>
      </div>
      <div aria-hidden="true" className="mt-2 mb-2.5 flex flex-1 flex-col justify-center gap-1.5">
        <Side name={match.home_team} logo={match.home_team_logo} score={home} beaten={isBeaten(match, 'home')} />
        <Side name={match.away_team} logo={match.away_team_logo} score={away} beaten={isBeaten(match, 'away')} />
      </div>
      <div className="flex min-h-13 items-center justify-between gap-2 border-t border-line">
        {open ? (
          <p className="text-sm font-semibold">
            {message} {closing !== null && <TimeLeft closing={closing} />}
          </p>
        ) : (
          <Winner winners={winners} />
        )}
        <ButtonLink
          to="/match/$id"
          params={{ id: match.match_id }}
          tone={TONES[kind]}
          className={`cover shrink-0 text-sm ${open ? 'my-1 max-w-1/2' : '-mr-2 px-2'}`}
        >
          {text}
          <span className="sr-only">{history.of(match.home_team, match.away_team)}</span>
          {!open && <Icon of={ChevronRight} size={18} />}
        </ButtonLink>
      </div>
    </li>
  )
})

/** Voting is the primary action; changing a saved vote is not. */
const TONES = { vote: 'action', change: 'plain', results: 'quiet', disabled: 'quiet' } as const

/** Returns whether an element is or has been near the viewport, and its ref. `isNear`: it is already known to be, or to have to render. */
function useNear(isNear: boolean): [boolean, (element: Element | null) => void] {
  const [near, setNear] = useState(isNear)
  if (isNear && !near) setNear(true)
  const ref = useCallback(
    (element: Element | null) => {
      if (element === null || near) return
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some((entry) => entry.isIntersecting)) setNear(true)
        },
        { rootMargin: NEAR },
      )
      observer.observe(element)
      return () => observer.disconnect()
    },
    [near],
  )
  return [near, ref]
}

/** Height of a day before its cards render: a card is 168 px high, the gap under it 12. Two cards stand side by side from 900 px. */
const RESERVED = 'h-[calc(var(--rows)*180px-12px)] wide:h-[calc(var(--pairs)*180px-12px)]'

interface DaySectionProps {
  readonly day: Day
  readonly now: Date
  readonly winners: ReadonlyMap<number, readonly MatchWinner[]>
  /** The fan's own ballots of matches whose vote is open. */
  readonly ballots: ReadonlyMap<number, Vote>
  /** Renders immediately: the day is among the first on the page, or next to the day that has the focus. */
  readonly atOnce: boolean
  /** Its place on the page, given back when it gets the focus. */
  readonly index: number
  readonly onFocus: (index: number) => void
}

/**
 * A day under its sticky heading. All headings render immediately, so that screen readers can go from day to day. The cards of a distant day render when
 * it comes near, or before the focus can leave the adjacent day. Until then their height is reserved, so that going back restores the scroll position.
 */
export const DaySection = memo(function DaySection(props: DaySectionProps) {
  const { day, now, winners, ballots, atOnce, index, onFocus } = props
  const heading = useId()
  const [near, ref] = useNear(atOnce)
  const [match] = day.matches
  return (
    <section aria-labelledby={heading} className="mt-3" onFocus={() => onFocus(index)}>
      <h2
        id={heading}
        className="sticky top-[calc(56px+var(--notch))] z-10 -mx-1 flex items-baseline justify-between gap-2 bg-ground px-1 py-2 text-lg wide:top-(--notch)"
      >
        <span className="first-letter:uppercase">
          {match === undefined ? day.key : relativeDay(match.match_date, now)}
        </span>
        <span className="text-sm font-normal text-quiet">{plural(day.matches.length, nouns.match)}</span>
      </h2>
      {near ? (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 wide:grid-cols-2">
          {day.matches.map((played) => (
            <HistoryCard
              key={played.match_id}
              match={played}
              state={votingState(played, now)}
              ballot={ballots.get(played.match_id)}
              winners={winners.get(played.match_id)}
            />
          ))}
        </ul>
      ) : (
        <div
          ref={ref}
          className={RESERVED}
          style={{ '--rows': day.matches.length, '--pairs': Math.ceil(day.matches.length / 2) }}
        />
      )}
    </section>
  )
})

interface HistoryCardProps {
  readonly match: HomeFixture
  /** While the vote is open, the card invites to vote and shows no winner. */
  readonly state: VotingState
  /** The fan's own ballot, while it may be changed. */
  readonly ballot: Vote | undefined
  readonly winners: readonly MatchWinner[] | undefined
}

interface SideProps {
  readonly name: string
  readonly logo: string | null
  readonly score: number | null
  readonly beaten: boolean
}

function Side({ name, logo, score, beaten }: SideProps) {
  return (
    <span className="flex min-h-7 items-center gap-3">
      <Crest name={name} src={logo} size={28} />
      <bdi className={`min-w-0 flex-1 truncate text-left font-semibold ${beaten ? 'text-quiet' : ''}`}>{name}</bdi>
      <span className={`figures min-w-6 text-right text-2xl leading-none font-extrabold ${beaten ? 'text-quiet' : ''}`}>
        {score ?? '–'}
      </span>
    </span>
  )
}

/** The first of the published ranking. Of several who share the rank, shows the first in the server's order of names, and how many more there are. */
function Winner({ winners }: { readonly winners: readonly MatchWinner[] }) {
  const [first] = winners
  if (first === undefined) return <span />
  return (
    <p className="flex min-w-0 items-center gap-2 text-sm leading-tight">
      <Mark size={22} />
      <span className="min-w-0">
        <span className="flex gap-1">
          <bdi className="truncate font-bold">{first.player_name}</bdi>
          {winners.length > 1 && <span className="shrink-0">{history.others(count(winners.length - 1))}</span>}
        </span>
        <span className="block truncate text-quiet">
          {first.provisional ? history.provisional : history.sources[first.source]}
        </span>
      </span>
    </p>
  )
}
