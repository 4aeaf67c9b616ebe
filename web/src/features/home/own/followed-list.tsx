import { useMemo } from 'react'
import { useFollows } from '../../follows/use-follows.ts'
import { FoundMatches } from '../list/found-matches.tsx'
import type { HomeList } from '../use-home.ts'
import { withOwnSections } from './own-rows.ts'

/** The list of home for a fan or a visitor who follows something: open votes first, then « Mes clubs ». */
export function FollowedList({ list }: { readonly list: HomeList }) {
  const follows = useFollows()
  return <FoundMatches list={useMemo(() => withOwnSections(list, follows), [list, follows])} />
}
