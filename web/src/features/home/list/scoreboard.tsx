import type { HomeFixture } from '@tribune/contract/matches.ts'
import { Score } from '../../../ui/score.tsx'

/** The scoreboard of a card. The card itself provides the text for screen readers. */
export function Scoreboard({ match }: { readonly match: HomeFixture }) {
  const { home_score: home, away_score: away } = match
  return (
    <div className="figures flex min-w-16 flex-col justify-center gap-2 rounded-inner bg-board px-3 py-1 text-4xl leading-[1.05] font-extrabold text-on-board">
      <Score score={home} className={`min-h-10 ${isBeaten(home, away) ? 'text-board-quiet' : ''}`} />
      <Score score={away} className={`min-h-10 ${isBeaten(away, home) ? 'text-board-quiet' : ''}`} />
    </div>
  )
}

export function isBeaten(own: number | null, other: number | null): boolean {
  return own !== null && other !== null && own < other
}
