import { queryOptions } from '@tanstack/react-query'
import type {
  listOperatorSeasons,
  OperatorSeason,
  recomputeSeason,
  renameSeason,
  reopenSeason,
  setSeasonDates,
} from '@tribune/contract/operator/seasons.ts'
import { get } from '../../lib/http/api.ts'
import { act } from './act.ts'

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

/** The days of a season, and its name, as they were shown. */
type Days = Pick<OperatorSeason, 'starts_on' | 'ends_on'>
type Names = Pick<OperatorSeason, 'name' | 'label'>

export function moveSeason({ seen: { starts_on, ends_on }, ...body }: Dates & { readonly seen: Days }) {
  return act<typeof setSeasonDates>('/api/rpc/set_season_dates', { starts_on, ends_on }, { body })
}

export function nameSeason({ seen, ...body }: Names & { readonly id: number; readonly seen: Names }) {
  return act<typeof renameSeason>('/api/rpc/rename_season', { name: seen.name, label: seen.label }, { body })
}

/** Reopens the last finished season, with as many matches of the open one as the list shows. */
export function openAgain(body: { readonly id: number; readonly matches: number }) {
  return act<typeof reopenSeason>('/api/rpc/reopen_season', { matches: body.matches }, { body })
}

export function computeSeason({ id, starts_on, ends_on }: OperatorSeason) {
  return act<typeof recomputeSeason>('/api/rpc/recompute_season', { starts_on, ends_on }, { body: { id } })
}
