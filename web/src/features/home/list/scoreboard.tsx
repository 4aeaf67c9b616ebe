import type { HomeFixture } from '@tribune/contract/matches.ts'
import { Score } from '../../../ui/score.tsx'

/** The scoreboard of a card. The card itself provides the text for screen readers. */
export function Scoreboard({ match }: { readonly match: HomeFixture }) {
  const { home_score: home, away_score: away } = match
  return (
    <div className="figures flex min-w-8 flex-col justify-around rounded-inner bg-board px-1.5 text-2xl font-extrabold text-on-board">
      <Score score={home} className={isBeaten(match, 'home') ? 'text-board-quiet' : ''} />
      <Score score={away} className={isBeaten(match, 'away') ? 'text-board-quiet' : ''} />
    </div>
  )
}

/** Whether a side has lost: by the shoot-out if there was one, else by the score. */
export function isBeaten({ home_score, away_score, shootout }: HomeFixture, side: 'home' | 'away'): boolean {
  if (shootout?.winner != null) return shootout.winner !== side
  if (home_score === null || away_score === null) return false
  return side === 'home' ? home_score < away_score : away_score < home_score
}
