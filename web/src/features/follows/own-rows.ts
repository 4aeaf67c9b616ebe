import type { HomeFixture } from '@tribune/contract/matches.ts'
import { divideHome, type FollowTarget, nextOfClubs } from '@tribune/domain/follows.ts'
import { homePriority, orderHome } from '@tribune/domain/home-list.ts'
import { ownSections as titles } from '@tribune/french/sentences/follows.ts'
import { type Section, sectionsOf } from '../home/list/section-rows.ts'
import type { HomeList } from '../home/use-home.ts'

/** Last priorities of matches with an open vote or in play, and of upcoming ones, in the domain's home list. */
const [LAST_OPEN, UPCOMING] = [3, 4]

/**
 * Returns the list of home with « Mes clubs » first; each match is in one section. `whole`: nothing is filtered, so that the next match of each
 * followed club is added, whatever its day.
 */
export function withOwnSections(list: HomeList, follows: readonly FollowTarget[], whole: boolean) {
  const next = whole ? nextOfClubs(list.all, follows, list.now) : []
  const matches = orderHome([...new Set([...list.matches, ...next])], list.now)
  const { own, others } = divideHome(matches, follows, list.now)
  return {
    ...list,
    matches: [...own, ...others],
    sections: [...ownSectionsOf(own, list.now), ...sectionsOf(others, list)],
  }
}

/** Divides « Mes clubs »: cards to vote for or to watch, then rows of upcoming matches, then of all others. The first is named after the whole. */
function ownSectionsOf(own: readonly HomeFixture[], now: Date): Section[] {
  const parts = [
    { form: 'cards', title: titles.first, matches: own.filter((match) => homePriority(match, now) <= LAST_OPEN) },
    { form: 'next', title: titles.upcoming, matches: own.filter((match) => homePriority(match, now) === UPCOMING) },
    { form: 'next', title: titles.others, matches: own.filter((match) => homePriority(match, now) > UPCOMING) },
  ] as const
  return parts
    .filter(({ matches }) => matches.length > 0)
    .map((part, index) => (index === 0 ? { ...part, title: titles.first } : part))
}
