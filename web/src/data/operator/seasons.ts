import { queryOptions } from '@tanstack/react-query'
import type {
  listOperatorSeasons,
  OperatorSeason,
  recomputeSeason,
  renameSeason,
  reopenSeason,
  setSeasonDates,
} from '@tribune/contract/operator/seasons.ts'
import { call, get } from '../../lib/http/api.ts'

export type { OperatorSeason }

/** All seasons, newest first. */
export const operatorSeasonsQuery = queryOptions({
  queryKey: ['operator', 'seasons'],
  queryFn: async ({ signal }) => (await get<typeof listOperatorSeasons>('/api/operator_seasons', { signal })).items,
})

interface Dates {
  readonly id: number
  readonly starts_on: string
  readonly ends_on: string
  readonly accept_lost: boolean
}

export function moveSeason(body: Dates) {
  return call<typeof setSeasonDates>('POST', '/api/rpc/set_season_dates', { body })
}

export function nameSeason(body: { readonly id: number; readonly name: string; readonly label: string }) {
  return call<typeof renameSeason>('POST', '/api/rpc/rename_season', { body })
}

/** Reopens the last finished season, with as many matches of the open one as the list shows. */
export function openAgain(body: { readonly id: number; readonly matches: number }) {
  return call<typeof reopenSeason>('POST', '/api/rpc/reopen_season', { body })
}

export function computeSeason(id: number) {
  return call<typeof recomputeSeason>('POST', '/api/rpc/recompute_season', { body: { id } })
}
