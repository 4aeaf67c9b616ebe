import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { playerHistoryQuery } from '../../data/players.ts'

export type PlayerHistoryRead = ReturnType<typeof usePlayerHistory>

/** Returns the player's matches of all loaded pages, of a past season if asked for, once each: a result that comes out between two pages moves the rows. */
export function usePlayerHistory(id: number, season: number | undefined) {
  const query = useInfiniteQuery(playerHistoryQuery(id, season))
  const pages = query.data?.pages
  const matches = useMemo(
    () => pages && [...new Map(pages.flatMap(({ items }) => items.map((match) => [match.match_id, match]))).values()],
    [pages],
  )
  return { query, matches, total: pages?.at(-1)?.total ?? 0 }
}
