import type { SeasonRow } from '@tribune/contract/rankings.ts'
import { LONG_NAME, STRANGE_NAMES } from '../support/samples.ts'

/** The part of a made-up ranking of `count` players that a query asks for, as the server would answer it; all of them with `whole`. */
export function madeUpRanking(count: number, asked: URLSearchParams, change: Partial<SeasonRow> = {}, whole = false) {
  const offset = Number(asked.get('p_offset'))
  const limit = whole ? count : Number(asked.get('p_limit'))
  const items = Array.from({ length: Math.max(0, Math.min(limit, count - offset)) }, (_, index) => ({
    rank: offset + index + 1,
    player_id: offset + index + 1,
    player_name: STRANGE_NAMES[index] ?? `Joueur ${offset + index + 1}`,
    last_team: index === 0 ? LONG_NAME : 'FC Rive',
    photo_url: null,
    matches_played: 12,
    total_points: 20_000 - offset - index,
    wins: 0,
    podiums: 0,
    trend: 'stable',
    updated_at: '2026-01-01T00:00:00Z',
    ...change,
  }))
  return { items, total: count, season: { name: 'Index', label: '2025-2026' } }
}
