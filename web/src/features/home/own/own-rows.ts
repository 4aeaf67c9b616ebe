import type { HomeFixture } from '@tribune/contract/matches.ts'
import { divideHome, type FollowTarget, nextOfClubs } from '@tribune/domain/home/follows.ts'
import { homePriority, orderHome } from '@tribune/domain/home/home-list.ts'
import { ownSections as titles } from '@tribune/french/sentences/follows.ts'
import { type Section, sectionsOf } from '../list/section-rows.ts'
import type { HomeList } from '../use-home.ts'

/** Priorities in the domain's home list: the last of matches with an open vote, of those in play, and of upcoming ones. */
const [LAST_OPEN, LOCKED, UPCOMING] = [2, 3, 4]

/**
 * Returns the list of home with « Mes clubs » above all but the open votes, which start with those of the fan's clubs (docs/decisions/089). Each match
 * is in one section. `whole`: nothing is filtered, so that the next match of each followed club is added, of any day.
 */
export function withOwnSections(list: HomeList, follows: readonly FollowTarget[], whole: boolean) {
  const next = whole ? nextOfClubs(list.all, follows, list.now) : []
  const matches = orderHome([...new Set([...list.matches, ...next])], list.now)
  const { own, others } = divideHome(matches, follows, list.now)
  const isOpen = (match: HomeFixture) => homePriority(match, list.now) <= LAST_OPEN
  const [ownOpen, ownRest] = divide(own, isOpen)
  const [othersOpen, othersRest] = divide(others, isOpen)
  const open = [...ownOpen, ...othersOpen]
  return {
    ...list,
    matches: [...open, ...ownRest, ...othersRest],
    sections: [...sectionsOf(open, list), ...ownSectionsOf(ownRest, list.now), ...sectionsOf(othersRest, list)],
  }
}

function divide<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}

/** Divides « Mes clubs »: cards to watch, then rows of upcoming matches, then of all others. The first is named after the whole. */
function ownSectionsOf(own: readonly HomeFixture[], now: Date): Section[] {
  const parts = [
    { form: 'cards', title: titles.first, matches: own.filter((match) => homePriority(match, now) === LOCKED) },
    { form: 'next', title: titles.upcoming, matches: own.filter((match) => homePriority(match, now) === UPCOMING) },
    { form: 'next', title: titles.others, matches: own.filter((match) => homePriority(match, now) > UPCOMING) },
  ] as const
  return parts
    .filter(({ matches }) => matches.length > 0)
    .map((part, index) => (index === 0 ? { ...part, title: titles.first } : part))
}
