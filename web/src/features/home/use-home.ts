import { useQuery } from '@tanstack/react-query'
import type { HomeFixture } from '@tribune/contract/matches.ts'
import type { Vote } from '@tribune/contract/votes.ts'
import { filterHome, type HomeFilter, hasUpcomingToday, orderHome } from '@tribune/domain/home-list.ts'
import { isVoteOpen } from '@tribune/domain/voting-window.ts'
import { useDeferredValue, useMemo } from 'react'
import { home as words } from '../../i18n/fr-home.ts'
import { dayKey } from '../../lib/format/days.ts'
import { useListNow } from '../../lib/list/use-list-now.ts'
import { useAskedRefresh } from '../../lib/live/use-asked-refresh.ts'
import { useAutoRefresh } from '../../lib/live/use-auto-refresh.ts'
import { homeQuery } from './api.ts'
import { useFilter } from './filter/filter-store.ts'
import { useOwnBallots } from './use-own-ballots.ts'

const NONE: readonly HomeFixture[] = []

/** The home list as it is shown now, with what stands around it. */
export function useHome() {
  const query = useQuery(homeQuery)
  const filter = useDeferredValue(useFilter())
  const told = query.data ?? NONE
  const now = useListNow(told, query.dataUpdatedAt)
  const votes = useOwnBallots(
    'home',
    useMemo(() => begunOf(told), [told]),
  )
  // Hundreds of matches are drawn in slices, and a tap is answered between two of them.
  const shown = useDeferredValue(useMemo(() => ({ data: query.data, now, votes }), [query.data, now, votes]))
  useAutoRefresh('home', () => query.refetch(), query.data === undefined ? null : 'home')

  return {
    query,
    loaded: shown.data !== undefined,
    list: useMemo(() => listOf(shown.data ?? NONE, shown.now, shown.votes, filter), [shown, filter]),
    ...useAskedRefresh(query.refetch, words.loadError),
  }
}

/** Everything that follows from the matches, the hour and what the fan chose to see. */
function listOf(all: readonly HomeFixture[], now: Date, votes: ReadonlyMap<number, Vote>, filter: HomeFilter) {
  return {
    all,
    now,
    votes,
    matches: orderHome(filterHome(all, filter, now, dayKey), now),
    filterKey: JSON.stringify(filter),
    otherDay: filter.day !== '' && filter.day !== dayKey(now),
    upcomingToday: hasUpcomingToday(all, now, dayKey),
    anyOpen: all.some((match) => isVoteOpen(match, now)),
  }
}

export type Home = ReturnType<typeof useHome>
export type HomeList = Home['list']

/** Nobody has voted for a match to come. */
function begunOf(matches: readonly HomeFixture[]): number[] {
  return matches.filter((match) => match.status !== 'upcoming').map((match) => match.match_id)
}
