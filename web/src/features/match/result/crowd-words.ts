import type { Podium } from '@tribune/domain/ballots/podium.ts'
import { comparePodium, type RankedPlayer } from '@tribune/domain/ballots/podium-moves.ts'
import { crowd as words } from '@tribune/french/sentences/match.ts'

/** Compares a complete podium with the published one, in a sentence. */
export function verdict(podium: Podium, ranking: readonly RankedPlayer[]): string {
  const { shared, exact } = comparePodium(podium, ranking)
  return exact ? words.exact : (words.verdicts[shared] ?? words.verdicts[0])
}
