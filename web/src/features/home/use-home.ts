import { useQuery } from '@tanstack/react-query'
import type { HomeFixture } from '@tribune/contract/matches.ts'
import { filterHome, hasUpcomingToday, orderHome } from '@tribune/domain/home-list.ts'
import { isVoteOpen } from '@tribune/domain/voting-window.ts'
import { useDeferredValue, useMemo } from 'react'
import { home as words } from '../../i18n/fr-home.ts'
import { dayKey } from '../../lib/dates.ts'
import { timeZone } from '../../lib/platform.ts'
import { useAskedRefresh } from '../../lib/use-asked-refresh.ts'
import { useAutoRefresh } from '../../lib/use-auto-refresh.ts'
import { useListNow } from '../../lib/use-list-now.ts'
import { homeQuery } from './api.ts'
import { useFilter } from './filter-store.ts'
import { useOwnBallots } from './use-own-ballots.ts'

const NONE: readonly HomeFixture[] = []

/** The home list as it is shown now, with what stands around it. */
export function useHome() {
  const query = useQuery(homeQuery)
  const filter = useDeferredValue(useFilter())
  const all = query.data ?? NONE
  const now = useListNow(all, query.dataUpdatedAt)
  const votes = useOwnBallots(
    'home',
    useMemo(() => begunOf(all), [all]),
  )
  useAutoRefresh('home', () => query.refetch(), query.data === undefined ? null : 'home')

  const matches = useMemo(() => orderHome(filterHome(all, filter, now, timeZone()), now), [all, filter, now])
  return {
    query,
    all,
    matches,
    now,
    votes,
    filterKey: JSON.stringify(filter),
    otherDay: filter.day !== '' && filter.day !== dayKey(now),
    upcomingToday: useMemo(() => hasUpcomingToday(all, now, timeZone()), [all, now]),
    anyOpen: useMemo(() => all.some((match) => isVoteOpen(match, now)), [all, now]),
    ...useAskedRefresh(query.refetch, words.loadError),
  }
}

export type Home = ReturnType<typeof useHome>

/** Nobody has voted for a match to come. */
function begunOf(matches: readonly HomeFixture[]): number[] {
  return matches.filter((match) => match.status !== 'upcoming').map((match) => match.match_id)
}
