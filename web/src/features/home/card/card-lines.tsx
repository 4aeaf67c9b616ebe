import type { HomeFixture } from '@tribune/contract/matches.ts'
import type { Vote } from '@tribune/contract/votes.ts'
import { POSITIONS } from '@tribune/domain/ballots/podium.ts'
import { isCoefficientShown } from '@tribune/domain/results/coefficient-badge.ts'
import { familyNamesAmong } from '@tribune/french/format/names.ts'
import { ordinal } from '@tribune/french/format/numbers.ts'
import { card } from '@tribune/french/sentences/home.ts'
import { CoefficientBadge, PlaceBadge } from '../../../ui/badge.tsx'
import { Crest } from '../../../ui/picture.tsx'
import { Score } from '../../../ui/score.tsx'

/** The fan's own podium, on the card of a match that they voted for. */
export function OwnPodium({ picks }: { readonly picks: Vote['top3'] }) {
  const short = familyNamesAmong(picks.map((pick) => pick.player_name))
  return (
    <ol aria-label={card.myPodium} className="grid grid-cols-3 gap-2">
      {POSITIONS.map((position) => {
        const pick = picks.find((one) => one.position === position)
        return (
          <li key={position} className="flex min-w-0 items-center gap-1.5 text-sm">
            <PlaceBadge place={position} label={ordinal(position)} size="sm" />
            <span className={`truncate ${pick ? 'font-semibold' : 'text-quiet'}`}>
              {pick ? short(pick.player_name) : card.empty}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

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

/** Returns whether a side has lost: by the shoot-out if there was one, else by the score. */
export function isBeaten({ home_score, away_score, shootout }: HomeFixture, side: 'home' | 'away'): boolean {
  if (shootout?.winner != null) return shootout.winner !== side
  if (home_score === null || away_score === null) return false
  return side === 'home' ? home_score < away_score : away_score < home_score
}

type CompetitionFields = Pick<
  HomeFixture,
  'competition_id' | 'competition_name' | 'competition_logo' | 'competition_coefficient'
>

/** The competition of a card or of a group of rows, with its coefficient if that is shown. */
export function CompetitionLine({ match }: { readonly match: CompetitionFields }) {
  const { competition_id: id, competition_name: name, competition_coefficient: coefficient } = match
  return (
    <>
      <Crest name={name} id={id} src={match.competition_logo} size={20} />
      <bdi className="shrink-999 truncate font-semibold">{name}</bdi>
      {isCoefficientShown(coefficient) && <CoefficientBadge value={coefficient} />}
    </>
  )
}
