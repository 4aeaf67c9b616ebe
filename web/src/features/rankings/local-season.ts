import type { listCompetitions } from '@tribune/contract/competitions.ts'
import type { Output } from '@tribune/contract/endpoint.ts'
import type { listMatches, SeasonAppearance, SeasonPoints } from '@tribune/contract/matches.ts'
import { POINTS_ROWS_LIMIT } from '@tribune/domain/refresh.ts'
import { aggregateSeason, rankSeason } from '@tribune/domain/season.ts'
import { get } from '../../lib/api.ts'
import type { RankingPage } from './ranking-query.ts'

/** Most ids that one reading of `matches` takes. */
const IDS_AT_ONCE = 500

/** The season added up here from its parts, for when the server's own ranking cannot be read: no photo, club or trend. */
export async function aggregateLocally(signal: AbortSignal): Promise<RankingPage> {
  const range = { query: { from: 0, to: POINTS_ROWS_LIMIT - 1 }, signal }
  const [points, lineups, enabled] = await Promise.all([
    get<{ items: SeasonPoints[] }>('/api/match_player_points', range),
    get<{ items: SeasonAppearance[] }>('/api/match_lineups', range),
    get<Output<typeof listCompetitions>>('/api/available_competitions', { query: { enabled: 'true' }, signal }),
  ])
  const matches = await readMatches([...new Set(points.items.map((row) => row.match_id))], signal)
  const enabledIds = enabled.items.map((competition) => competition.id)
  const items = rankSeason(aggregateSeason(points.items, lineups.items, matches, enabledIds)).map((row) => ({
    ...row,
    last_team: null,
    photo_url: null,
    trend: 'stable' as const,
    updated_at: new Date(0).toISOString(),
  }))
  return { items, total: items.length, season: { name: '', label: '' } }
}

async function readMatches(ids: readonly number[], signal: AbortSignal) {
  const starts = Array.from({ length: Math.ceil(ids.length / IDS_AT_ONCE) }, (_, index) => index * IDS_AT_ONCE)
  const lists = await Promise.all(
    starts.map((start) =>
      get<Output<typeof listMatches>>('/api/matches', {
        query: { ids: ids.slice(start, start + IDS_AT_ONCE).join(',') },
        signal,
      }),
    ),
  )
  return lists.flatMap((list) => list.items)
}
