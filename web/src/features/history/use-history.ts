import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { HomeFixture } from '@tribune/contract/matches.ts'
import { useMemo } from 'react'
import { history } from '../../i18n/fr-history.ts'
import { dayKey } from '../../lib/format/days.ts'
import { useAskedRefresh } from '../../lib/live/use-asked-refresh.ts'
import { historyQuery } from './api.ts'
import { competitionsOf, daysOf } from './days.ts'
import { readHistoryAddress } from './history-address.ts'

const NONE: readonly HomeFixture[] = []

/** The history as it is filtered now. The filter stands in the address: it can be sent, reloaded, and found again on the way back. */
export function useHistory() {
  // The router leaves in the address what the route's own reading dropped.
  const { c: competition = null } = readHistoryAddress({ ...useSearch({ from: '/history' }) })
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
      void navigate({ to: '/history', search: id === null ? {} : { c: id }, replace: true, resetScroll: false }),
    ...useAskedRefresh(query.refetch, history.loadError),
  }
}

export type PlayedHistory = ReturnType<typeof useHistory>
