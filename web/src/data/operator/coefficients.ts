import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Output } from '@tribune/contract/endpoint.ts'
import type {
  countPairMatches,
  findTeams,
  listDerbies,
  listOperatorCompetitions,
  uefaCountryRanking,
} from '@tribune/contract/operator/coefficients.ts'
import type {
  listOperatorSeasons,
  OperatorSeason,
  recomputeSeason,
  renameSeason,
  reopenSeason,
  setSeasonDates,
} from '@tribune/contract/operator/seasons.ts'
import { COUNTRY_YEAR } from '@tribune/domain/results/coefficient.ts'
import { get } from '../../lib/http/api.ts'
import { act } from './act.ts'

/** All seasons, newest first. */
export const operatorSeasonsQuery = queryOptions({
  queryKey: ['operator', 'seasons'],
  queryFn: async ({ signal }) => (await get<typeof listOperatorSeasons>('/api/operator_seasons', { signal })).items,
})

type CompetitionPage = Output<typeof listOperatorCompetitions>
export type OperatorCompetitions = Omit<CompetitionPage, 'total'>
export type WeighedCompetition = OperatorCompetitions['items'][number]
export type FoundTeam = Output<typeof findTeams>['items'][number]
export type Derby = Output<typeof listDerbies>['items'][number]
export type CountryRanking = Output<typeof uefaCountryRanking>

/** Competitions with their matches, and the phases: all that a preview needs. */
export const operatorCompetitionsQuery = queryOptions({
  queryKey: ['operator', 'competitions'],
  queryFn: ({ signal }) =>
    allCompetitions((after) =>
      get<typeof listOperatorCompetitions>('/api/operator_competitions', { query: { after }, signal }),
    ),
})

/** Reads one page after the other until all competitions are there: a preview over a part of them would count too few matches. */
export async function allCompetitions(
  read: (after: number | undefined) => Promise<CompetitionPage>,
): Promise<OperatorCompetitions> {
  const { items, total, phases } = await read(undefined)
  const all = new Map(items.map((one) => [one.id, one]))
  for (let last = items.at(-1); all.size < total && last !== undefined; ) {
    const page = await read(last.id)
    for (const one of page.items) all.set(one.id, one)
    last = page.items.at(-1)
  }
  return { items: [...all.values()], phases }
}

/** Pairs of clubs that are derbies. */
export const derbiesQuery = queryOptions({
  queryKey: ['operator', 'derbies'],
  queryFn: async ({ signal }) => (await get<typeof listDerbies>('/api/operator_derbies', { signal })).items,
})

/** Clubs whose name contains a text. */
export function teamsQuery(search: string) {
  return queryOptions({
    queryKey: ['operator', 'teams', search],
    queryFn: async ({ signal }) =>
      (await get<typeof findTeams>('/api/operator_teams', { query: { search }, signal })).items,
  })
}

/** Matches between two clubs. */
export function pairMatchesQuery(one: number, other: number) {
  return queryOptions({
    queryKey: ['operator', 'pair-matches', one, other],
    queryFn: ({ signal }) =>
      get<typeof countPairMatches>('/api/operator_pair_matches', { query: { team_ids: `${one},${other}` }, signal }),
  })
}

/** The ranking of countries from which coefficients are proposed. A failed read is retried by the default of all reads (spec section 7). */
export const countryRankingQuery = queryOptions({
  queryKey: ['operator', 'country-ranking', COUNTRY_YEAR],
  queryFn: ({ signal }) =>
    get<typeof uefaCountryRanking>('/api/functions/uefa-country-ranking', { query: { year: COUNTRY_YEAR }, signal }),
})

/** Reads again what a change of coefficients made old: every read of the operator's area, and the points page's own. */
export async function rereadCoefficients(client: QueryClient): Promise<void> {
  await Promise.all(
    [['operator'], ['competitions'], ['match-coefficients']].map((queryKey) => client.invalidateQueries({ queryKey })),
  )
}

export type { OperatorSeason }

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
