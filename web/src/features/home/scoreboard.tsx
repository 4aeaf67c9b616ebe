import type { HomeFixture } from '@tribune/contract/matches.ts'
import { card } from '../../i18n/fr-home.ts'
import { hour } from '../../lib/dates.ts'

/** The lit board of a card: the score, or before the match the hour of kick-off. Read aloud by the card itself. */
export function Scoreboard({ match, compact }: { readonly match: HomeFixture; readonly compact: boolean }) {
  const played = match.status === 'live' || match.status === 'finished' || match.home_score !== null
  if (played) {
    return (
      <Board>
        <Digits score={match.home_score} compact={compact} beaten={isBeaten(match.home_score, match.away_score)} />
        <Digits score={match.away_score} compact={compact} beaten={isBeaten(match.away_score, match.home_score)} />
      </Board>
    )
  }
  return (
    <Board>
      <KickOff match={match} />
    </Board>
  )
}

function Board({ children }: { readonly children: React.ReactNode }) {
  return (
    <div className="flex min-w-16 flex-col justify-center gap-2 rounded-inner bg-board px-3 py-1 text-on-board">
      {children}
    </div>
  )
}

interface DigitsProps {
  readonly score: number | null
  readonly beaten: boolean
  readonly compact: boolean
}

/** A score that changes rolls once: the key makes a new element of it. */
function Digits({ score, beaten, compact }: DigitsProps) {
  const size = compact ? 'min-h-8 text-2xl leading-[1.15]' : 'min-h-10 text-4xl leading-[1.05]'
  return (
    <span className={`figures overflow-hidden text-center font-extrabold ${size}`}>
      <span key={score} className={`roll inline-block ${beaten ? 'text-board-quiet' : ''}`}>
        {score ?? '–'}
      </span>
    </span>
  )
}

function isBeaten(own: number | null, other: number | null): boolean {
  return own !== null && other !== null && own < other
}

function KickOff({ match }: { readonly match: HomeFixture }) {
  if (match.status === 'upcoming' && !match.kickoff_hour_known) {
    return <span className="w-20 text-center text-sm text-board-quiet">{card.hourUnknown}</span>
  }
  return (
    <span className="figures text-center text-xl font-bold whitespace-nowrap">
      {match.status === 'upcoming' ? hour(match.match_date) : '–'}
    </span>
  )
}
