import type { MatchScreen } from '@tribune/contract/matches.ts'
import { isComplete } from '@tribune/domain/ballots/ballot.ts'
import { POSITIONS, type Podium } from '@tribune/domain/ballots/podium.ts'
import { comparePodium, type RankedPlayer } from '@tribune/domain/ballots/podium-moves.ts'
import { listed } from '@tribune/french/format/listed.ts'
import { ordinal, plural } from '@tribune/french/format/numbers.ts'
import { reveal as words } from '@tribune/french/sentences/result/reveal.ts'

/** Most names of a place that are read out; of the others, only their number is. */
const MAX_NAMED = 2

/** Returns how many of the fan's picks are on the published podium, in words; null without a complete ballot. */
export function hitsWords(podium: Podium, ranking: readonly RankedPlayer[]): string | null {
  if (!isComplete(podium)) return null
  const { shared, exact } = comparePodium(podium, ranking)
  return exact ? words.exact(words.hits(shared)) : words.hits(shared)
}

/** Returns all that a reveal shows in one text for a screen reader: third, second, first, the fan's hits, and what kind of result it is. */
export function spokenReveal({ ranking, result }: MatchScreen, hits: string | null, provisional: boolean): string {
  const places = POSITIONS.toReversed().flatMap((place) => {
    const names = ranking.filter(({ rank }) => rank === place).map(({ player_name }) => player_name)
    const more = names.length - MAX_NAMED
    const shown = more > 0 ? [...names.slice(0, MAX_NAMED), plural(more, words.other)] : names
    return names.length === 0 ? [] : [words.place(ordinal(place), listed(shown))]
  })
  const notes = [result.source === 'ratings_fallback' && words.ratings, provisional && words.provisional, hits]
  return [...places, ...notes.filter((note) => typeof note === 'string')].map(words.sentence).join(' ')
}
