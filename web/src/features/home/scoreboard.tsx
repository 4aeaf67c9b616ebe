import type { HomeFixture } from '@tribune/contract/matches.ts'
import { card } from '../../i18n/fr-home.ts'
import { hour } from '../../lib/dates.ts'

/** The lit board of a card: the score, or before the match the hour of kick-off. Read aloud by the card itself. */
export function Scoreboard({ match }: { readonly match: HomeFixture }) {
  const played = match.status === 'live' || match.status === 'finished' || match.home_score !== null
  if (played) {
    return (
      <Board>
        <Digits score={match.home_score} beaten={isBeaten(match.home_score, match.away_score)} />
        <Digits score={match.away_score} beaten={isBeaten(match.away_score, match.home_score)} />
      </Board>
    )
  }
  return (
    <Board>
      <span className="figures text-center text-xl font-bold whitespace-nowrap">{kickOff(match)}</span>
    </Board>
  )
}

function Board({ children }: { readonly children: React.ReactNode }) {
  return (
    <div className="flex min-w-18 flex-col justify-center gap-2 rounded-inner bg-board px-3 py-1 text-on-board">
      {children}
    </div>
  )
}

/** A score that changes rolls once: the key makes a new element of it. */
function Digits({ score, beaten }: { readonly score: number | null; readonly beaten: boolean }) {
  return (
    <span className="overflow-hidden text-center leading-10">
      <span
        key={score}
        className={`figures roll inline-block text-4xl leading-10 font-extrabold ${beaten ? 'text-board-quiet' : ''}`}
      >
        {score ?? '–'}
      </span>
    </span>
  )
}

function isBeaten(own: number | null, other: number | null): boolean {
  return own !== null && other !== null && own < other
}

function kickOff(match: HomeFixture): string {
  if (match.status !== 'upcoming') return '–'
  return match.kickoff_hour_known ? hour(match.match_date) : card.hourUnknown
}
