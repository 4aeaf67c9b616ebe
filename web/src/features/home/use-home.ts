import { useQuery } from '@tanstack/react-query'
import type { HomeFixture } from '@tribune/contract/matches.ts'
import type { Vote } from '@tribune/contract/votes.ts'
import { filterHome, hasUpcomingToday, orderHome } from '@tribune/domain/home-list.ts'
import { isVoteOpen } from '@tribune/domain/voting-window.ts'
import { useDeferredValue, useMemo } from 'react'
import { home as words } from '../../i18n/fr-home.ts'
import { dayKey } from '../../lib/dates.ts'
import { timeZone } from '../../lib/platform.ts'
import { useFan } from '../../lib/session.ts'
import { useAskedRefresh } from '../../lib/use-asked-refresh.ts'
import { useAutoRefresh } from '../../lib/use-auto-refresh.ts'
import { useListNow } from '../../lib/use-list-now.ts'
import { homeQuery, myVotesQuery } from './api.ts'
import { useFilter } from './filter-store.ts'

const NONE: readonly HomeFixture[] = []

/** The home list as it is shown now, with what stands around it. */
export function useHome() {
  const query = useQuery(homeQuery)
  const filter = useDeferredValue(useFilter())
  const all = query.data ?? NONE
  const now = useListNow(all, query.dataUpdatedAt)
  const votes = useMyVotes(all)
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

/** The fan's own ballots by match; empty for a visitor. Nobody has voted for a match to come. */
function useMyVotes(matches: readonly HomeFixture[]): ReadonlyMap<number, Vote> {
  const fan = useFan()
  const ids = useMemo(
    () => matches.filter((match) => match.status !== 'upcoming').map((match) => match.match_id),
    [matches],
  )
  const { data } = useQuery({ ...myVotesQuery(fan?.id ?? '', ids), enabled: Boolean(fan) && ids.length > 0 })
  return useMemo(() => new Map(fan ? data?.map((vote) => [vote.match_id, vote]) : []), [fan, data])
}
