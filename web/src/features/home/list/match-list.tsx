import { useLocation } from '@tanstack/react-router'
import type { HomeFixture } from '@tribune/contract/matches.ts'
import { votingState } from '@tribune/domain/ballots/voting-window.ts'
import { hour, relativeDay } from '@tribune/french/format/dates.ts'
import { plural } from '@tribune/french/format/numbers.ts'
import { nouns } from '@tribune/french/sentences/app.ts'
import { card, home as words } from '@tribune/french/sentences/home.ts'
import { ChevronRight } from 'lucide'
import { memo, useCallback, useEffect, useState } from 'react'
import { resetFilter } from '../../../data/home-filter.ts'
import { focusContent } from '../../../lib/list/content.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { CompetitionLine } from '../card/card-lines.tsx'
import { MatchCard } from '../card/match-card.tsx'
import type { HomeList } from '../use-home.ts'
import { MatchRow } from './match-row.tsx'
import { daysOf, firstRows, runsOf, type Section, sectionsOf } from './section-rows.ts'

/** Matches added each time the end comes near: few, so that taps are handled between renders. */
const ROWS = 10

/** Approximate height of a match that has not rendered yet, in pixels, to reserve its space. */
const ROW_PX = 48

/** Id of the target that « Les votes en cours » scrolls to. */
export const LIST_ID = 'matchs'

interface MatchListProps {
  /** With its own sections where something is followed. */
  readonly list: HomeList & { readonly sections?: readonly Section[] }
}

/** The matches and their number for screen readers, or a notice that there are none. */
export function FoundMatches({ list }: MatchListProps) {
  const { length } = list.matches
  return (
    <>
      <p role="status" className="sr-only">
        {words.results(plural(length, nouns.match), length < 2)}
      </p>
      {length === 0 ? (
        <div className="mt-6">
          <Notice actions={<Button onClick={showAll}>{words.resetFilters}</Button>}>{words.empty}</Notice>
        </div>
      ) : (
        <MatchList list={list} />
      )}
    </>
  )
}

function showAll(): void {
  focusContent()
  resetFilter()
}

/** The matches under their headings. Those far below render when the fan comes near. */
const MatchList = memo(function MatchList({ list }: MatchListProps) {
  const { matches, filterKey } = list
  const visit = useLocation({ select: ({ state }) => state.__TSR_key ?? '' })
  const [rows, end] = useGrowing(matches.length, ROWS, filterKey, visit)
  return (
    <div id={LIST_ID} className="scroll-mt-4">
      {firstRows(list.sections ?? sectionsOf(matches, list), rows).map((section) => (
        <section key={section.title} aria-label={section.title} className="relative mt-4">
          <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3">
            <h2 className="text-lg">{section.title}</h2>
            {section.note !== undefined && <p className="text-sm text-quiet">{section.note}</p>}
            {section.form === 'days' && section.matches[0]?.status === 'finished' && <HistoryLink />}
          </div>
          {section.form === 'cards' ? (
            <Cards matches={section.matches} list={list} />
          ) : (
            <Rows section={section} list={list} />
          )}
        </section>
      ))}
      {rows < matches.length && (
        <div ref={end} className="invisible" style={{ height: (matches.length - rows) * ROW_PX }} />
      )}
    </div>
  )
})

/** A link to the matches before this list, next to the heading, or under it if both do not fit on one line. */
function HistoryLink() {
  return (
    <ButtonLink to="/history" tone="quiet" className="-my-2.5 -mr-4 ml-auto text-sm">
      {words.history}
      <Icon of={ChevronRight} size={18} />
    </ButtonLink>
  )
}

interface MatchesProps {
  readonly matches: readonly HomeFixture[]
  readonly list: HomeList
}

function Cards({ matches, list: { now, votes } }: MatchesProps) {
  return (
    <ul className="columns-of-matches gap-2">
      {matches.map((match) => (
        <MatchCard
          key={match.match_id}
          match={match}
          state={votingState(match, now)}
          ballot={votes.get(match.match_id)}
        />
      ))}
    </ul>
  )
}

/** Rows, under the name of their day in a section of several. */
function Rows({ section: { form, matches }, list }: { readonly section: Section; readonly list: HomeList }) {
  if (form === 'rows') return <Runs matches={matches} list={list} />
  return daysOf(matches, (match) => relativeDay(match.match_date, list.now)).map(([day, dayMatches]) => (
    <div key={day} className="mb-3">
      <h3 className="mb-1 text-sm text-quiet first-letter:uppercase">{day}</h3>
      <Runs matches={dayMatches} list={list} />
    </div>
  ))
}

/** Consecutive matches of one competition in a frame under its name, as wide as one of them, or as the list. */
function Runs({ matches, list }: MatchesProps) {
  return (
    <div className="columns-of-matches gap-2">
      {runsOf(matches).map(({ key, matches: [first, ...rest] }) => (
        <div
          key={key}
          className={`overflow-hidden rounded-card border border-line bg-surface ${rest.length > 0 ? 'col-span-full' : ''}`}
        >
          <p className="flex min-h-7 items-center gap-2 px-2 text-sm text-quiet">
            <CompetitionLine match={first} />
          </p>
          <ul className="columns-of-matches">
            {[first, ...rest].map((match) => (
              <Row key={match.match_id} match={match} list={list} />
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

function Row({ match, list: { now, votes } }: { readonly match: HomeFixture; readonly list: HomeList }) {
  const upcomingHour = match.kickoff_hour_known ? hour(match.match_date) : card.hourUnknown
  return (
    <MatchRow
      match={match}
      state={votingState(match, now)}
      ballot={votes.get(match.match_id)}
      hour={match.status === 'upcoming' ? upcomingHour : null}
      newDay={match.postponedUntil === null ? null : relativeDay(match.postponedUntil, now)}
    />
  )
}

/** Rows of the first render: those in view. */
const FIRST_ROWS = 6
/** Rows of the second render, wherever the end is then: completes a short list. */
const SECOND_ROWS = 10
/** The next rows render this far before the end comes into view. */
const MARGIN = '800px'
/** Visits whose length is remembered. */
const MAX_VISITS = 20

interface Grown {
  readonly reset: string
  readonly rows: number
}

const grownLists = new Map<string, Grown>()

/**
 * Renders a long list step by step. Returns how many rows to render now, and a ref for an element after the last one, which loads more when it comes
 * into view. `reset` names what is listed: a new name starts again. A fan who comes back to a `visit` finds the list as long as they left it, and
 * their place in it.
 */
function useGrowing(
  total: number,
  step: number,
  reset: string,
  visit: string,
): [number, (end: Element | null) => void] {
  const [grown, setGrown] = useState<Grown>(() => grownLists.get(visit) ?? { reset, rows: FIRST_ROWS })
  const rows = grown.reset === reset ? grown.rows : FIRST_ROWS
  useEffect(() => remember(visit, { reset, rows }), [visit, reset, rows])
  useEffect(() => {
    if (rows >= Math.min(SECOND_ROWS, total)) return
    const timer = setTimeout(() => setGrown({ reset, rows: SECOND_ROWS }))
    return () => clearTimeout(timer)
  }, [rows, total, reset])
  const end = useCallback(
    (element: Element | null) => {
      if (element === null) return
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some((entry) => entry.isIntersecting)) setGrown({ reset, rows: rows + step })
        },
        { rootMargin: MARGIN },
      )
      observer.observe(element)
      return () => observer.disconnect()
    },
    [reset, rows, step],
  )
  return [Math.min(rows, total), end]
}

function remember(visit: string, grown: Grown): void {
  grownLists.delete(visit)
  grownLists.set(visit, grown)
  const [oldest] = grownLists.keys()
  if (grownLists.size > MAX_VISITS && oldest !== undefined) grownLists.delete(oldest)
}
