import type { MatchWinner } from '@tribune/contract/matches.ts'
import type { Vote } from '@tribune/contract/votes.ts'
import { votingState } from '@tribune/domain/ballots/voting-window.ts'
import { relativeDay } from '@tribune/french/format/dates.ts'
import { plural } from '@tribune/french/format/numbers.ts'
import { nouns } from '@tribune/french/sentences/app.ts'
import { memo, useCallback, useId, useState } from 'react'
import type { Day } from './day-rows.ts'
import { HistoryCard } from './history-card.tsx'

/** Distance from the viewport at which content renders, so that it is there before it is seen. */
const NEAR = '1200px 0px'

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
