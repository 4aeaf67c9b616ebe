import { useQuery } from '@tanstack/react-query'
import type { HomeFixture } from '@tribune/contract/matches.ts'
import type { Vote } from '@tribune/contract/votes.ts'
import { filterHome, hasUpcomingToday, orderHome } from '@tribune/domain/home-list.ts'
import { isVoteOpen } from '@tribune/domain/voting-window.ts'
import { useDeferredValue, useMemo } from 'react'
import { timeZone } from '../../lib/platform.ts'
import { useFan } from '../../lib/session.ts'
import { useAutoRefresh } from '../../lib/use-auto-refresh.ts'
import { useNow } from '../../lib/use-now.ts'
import { homeQuery, myVotesQuery } from './api.ts'
import { useFilter } from './filter-store.ts'

/** The order of the list and its countdowns are looked at again this often. */
const REORDER_MS = 10_000
const NONE: readonly HomeFixture[] = []

/** The home list as it is shown now, with what stands around it. */
export function useHome() {
  const query = useQuery(homeQuery)
  const filter = useDeferredValue(useFilter())
  const now = useNow(REORDER_MS)
  const votes = useMyVotes(query.data ?? NONE)
  useAutoRefresh('home', () => query.refetch())

  const all = query.data ?? NONE
  const matches = useMemo(() => orderHome(filterHome(all, filter, now, timeZone()), now), [all, filter, now])
  return {
    query,
    all,
    matches,
    now,
    votes,
    filterKey: JSON.stringify(filter),
    upcomingToday: useMemo(() => hasUpcomingToday(all, now, timeZone()), [all, now]),
    anyOpen: useMemo(() => all.some((match) => isVoteOpen(match, now)), [all, now]),
  }
}

export type Home = ReturnType<typeof useHome>

/** The fan's own ballots by match; empty for a visitor. */
function useMyVotes(matches: readonly HomeFixture[]): ReadonlyMap<number, Vote> {
  const fan = useFan()
  const ids = useMemo(() => matches.map((match) => match.match_id).sort((one, other) => one - other), [matches])
  const { data } = useQuery({
    ...myVotesQuery(ids),
    enabled: Boolean(fan) && ids.length > 0,
    placeholderData: (kept) => kept,
  })
  return useMemo(() => new Map(fan ? (data?.items ?? []).map((vote) => [vote.match_id, vote]) : []), [fan, data])
}
