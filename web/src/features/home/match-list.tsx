import type { HomeFixture } from '@tribune/contract/matches.ts'
import { votingState } from '@tribune/domain/voting-window.ts'
import { relativeDay } from '../../lib/dates.ts'
import { useGrowing } from '../../lib/use-growing.ts'
import { MatchCard } from './match-card.tsx'
import { firstRows, sectionsOf } from './sections.ts'
import type { Home } from './use-home.ts'

/** The day of a match that is over or put off; of the others the card tells the minute or the hour. */
function dayOf(match: HomeFixture, now: Date): string {
  return match.status === 'upcoming' || match.status === 'live' ? '' : relativeDay(match.match_date, now)
}

/** Cards drawn at first, and added each time the end comes near. */
const ROWS = 20

/** Where « Les votes en cours » scrolls to. */
export const LIST_ID = 'matchs'

/** The cards under their headings; those far below are drawn when the fan comes near. */
export function MatchList({ home }: { readonly home: Home }) {
  const { matches, now, votes, upcomingToday, filterKey } = home
  const [rows, end] = useGrowing(matches.length, ROWS, filterKey)
  return (
    <div id={LIST_ID} className="scroll-mt-4">
      {firstRows(sectionsOf(matches, now, upcomingToday), rows).map((section) => (
        <section key={section.title} aria-label={section.title} className="mt-6">
          <h2 className="mb-3 text-lg">{section.title}</h2>
          <ul className="flex flex-col gap-3">
            {section.matches.map((match) => (
              <MatchCard
                key={match.match_id}
                match={match}
                state={votingState(match, now)}
                when={dayOf(match, now)}
                ballot={votes.get(match.match_id)}
              />
            ))}
          </ul>
        </section>
      ))}
      {rows < matches.length && <div ref={end} className="h-px" />}
    </div>
  )
}
