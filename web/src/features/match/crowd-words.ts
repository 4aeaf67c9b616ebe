import type { MatchPlayerPoints } from '@tribune/contract/matches.ts'
import { POSITIONS, type Podium, positionOf } from '@tribune/domain/podium.ts'
import { crowd as words } from '../../i18n/fr-match.ts'

type Ranked = Pick<MatchPlayerPoints, 'player_id' | 'rank'>

/** How a complete podium compares with the published one: how many of its players stand on it, or that it is the very same. */
export function verdict(podium: Podium, ranking: readonly Ranked[]): string {
  const placed = ranking.filter(({ rank }) => rank <= POSITIONS.length)
  const shared = placed.filter(({ player_id }) => positionOf(podium, player_id) !== null)
  const isExact =
    shared.length === POSITIONS.length && shared.every(({ player_id, rank }) => positionOf(podium, player_id) === rank)
  return isExact ? words.exact : (words.verdicts[shared.length] ?? words.verdicts[0])
}
