import type { SeasonRow } from '@tribune/contract/rankings.ts'
import { page } from 'vitest/browser'
import { LONG_NAME, STRANGE_NAMES } from '../../support/samples.ts'
import { answer } from '../support/wire.ts'
import { read } from '../support/world.ts'

export const RANKING = /^\/api\/rpc\/get_season_ranking_corrected/
export const POINTS = /^\/api\/match_player_points/

export const list = page.getByRole('list', { name: 'Classement de la saison' })
export const rows = list.getByRole('listitem')
export const search = page.getByRole('searchbox', { name: 'Chercher un joueur' })

/** Returns a text in the form that tests compare: with plain spaces, and without the soft hyphens of long words. */
export function plain(text: string): string {
  return text.replaceAll('\u00ad', '').replace(/\s+/g, ' ')
}

export function ranking(query: string) {
  return read<{ items: SeasonRow[]; total: number }>(`/api/rpc/get_season_ranking_corrected?${query}`)
}

/** So many made-up players instead of the world's, answered page by page as the server would. Returns a function that ends it. */
export function madeUp(count: number, change: Partial<SeasonRow> = {}): () => void {
  return answer(RANKING, (asked) => madeUpRanking(count, asked, change))
}

/** Answers with all players at once, as when the season is added up on the phone: no waiting for page after page. */
export function allAtOnce(count: number): void {
  answer(RANKING, (asked) => madeUpRanking(count, asked, {}, true))
}

/** The part of a made-up ranking of `count` players that a query asks for, as the server would answer it; all of them with `whole`. */
function madeUpRanking(count: number, asked: URLSearchParams, change: Partial<SeasonRow> = {}, whole = false) {
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
