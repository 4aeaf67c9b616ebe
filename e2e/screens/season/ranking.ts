import type { SeasonRow } from '@tribune/contract/rankings.ts'
import { page } from 'vitest/browser'
import { madeUpRanking } from '../../shared/ranking.ts'
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
