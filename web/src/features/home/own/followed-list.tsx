import type { HomeFixture } from '@tribune/contract/matches.ts'
import { divideHome, type FollowTarget } from '@tribune/domain/home/follows.ts'
import { homePriority } from '@tribune/domain/home/home-list.ts'
import { dayKey } from '@tribune/french/format/dates.ts'
import { ownSection } from '@tribune/french/sentences/follows.ts'
import { useMemo } from 'react'
import { useFollows } from '../../follows/use-follows.ts'
import { FoundMatches } from '../list/match-list.tsx'
import { type Section, sectionsOf } from '../list/section-rows.ts'
import type { HomeList } from '../use-home.ts'

/** The last priority of matches with an open vote in the domain's home list. */
const LAST_OPEN = 2

/** The list of home for a fan or a visitor who follows something: open votes first, then « Mes clubs ». */
export function FollowedList({ list }: { readonly list: HomeList }) {
  const follows = useFollows()
  return <FoundMatches list={useMemo(() => withOwnSections(list, follows), [list, follows])} />
}

/**
 * Returns the list of home with « Mes clubs » above all but the open votes, which start with those of the fan's clubs (docs/decisions/089). Each match
 * is in one section.
 */
export function withOwnSections(list: HomeList, follows: readonly FollowTarget[]) {
  const { own, others } = divideHome(list.matches, follows, list.now, dayKey)
  const isOpen = (match: HomeFixture) => homePriority(match, list.now) <= LAST_OPEN
  const [ownOpen, ownRest] = divide(own, isOpen)
  const [othersOpen, othersRest] = divide(others, isOpen)
  const open = [...ownOpen, ...othersOpen]
  const mine: Section[] = ownRest.length === 0 ? [] : [{ title: ownSection, form: 'rows', matches: ownRest }]
  return {
    ...list,
    matches: [...open, ...ownRest, ...othersRest],
    sections: [...sectionsOf(open, list), ...mine, ...sectionsOf(othersRest, list)],
  }
}

function divide<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}
