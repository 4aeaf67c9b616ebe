import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { HomeFixture } from '@tribune/contract/matches.ts'
import { dayKey } from '@tribune/french/format/days.ts'
import { history } from '@tribune/french/sentences/history.ts'
import { useMemo } from 'react'
import { historyQuery } from '../../data/history.ts'
import { useAskedRefresh } from '../../lib/state/use-asked-refresh.ts'
import { competitionsOf, daysOf } from './day-rows.ts'

const NONE: readonly HomeFixture[] = []

/** Returns the filtered history. The filter is in the address, so that it can be shared, reloaded, and found again on going back. */
export function useHistory() {
  const { c: competition = null } = useSearch({ from: '/history' })
  const navigate = useNavigate()
  const query = useQuery(historyQuery)
  const all = query.data?.matches ?? NONE
  const matches = useMemo(
    () => (competition === null ? all : all.filter((match) => match.competition_id === competition)),
    [all, competition],
  )
  return {
    query,
    matches,
    days: useMemo(() => daysOf(matches, (moment) => dayKey(moment)), [matches]),
    competitions: useMemo(() => competitionsOf(all), [all]),
    competition,
    choose: (id: number | null) =>
      void navigate({ to: '/history', search: { c: id ?? undefined }, replace: true, resetScroll: false }),
    ...useAskedRefresh(query.refetch, history.loadError),
  }
}

export type PlayedHistory = ReturnType<typeof useHistory>
