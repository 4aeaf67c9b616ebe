import type { HomeFixture } from '@tribune/contract/matches.ts'
import { type Locator, page } from 'vitest/browser'
import { LONG_CLUB } from '../../support/samples.ts'
import { answer } from '../support/wire.ts'
import { read } from '../support/world.ts'

export const HOME_READ = /^\/api\/rpc\/get_home_matches/
export const PLAIN = /^\/api\/home_fixtures/
/** A made-up match is on no server, so its screen shows an error. */
export const NO_SUCH_MATCH = /^404 \/api\/rpc\/get_match_screen\?match_id=\d+$/

export const main = page.getByRole('main')
export const cards = main.getByRole('listitem')
export const filter = page.getByRole('combobox', { name: 'Compétition' })

export function card(id: number): Locator {
  return cards.filter({ has: page.css(`a[href="/match/${id}"]`) })
}

export function tile(label: RegExp): Locator {
  return page.css('dl > div').filter({ hasText: label }).css('dd')
}

/** The finished matches of the last thirty days, as the server lists them. */
export async function played(): Promise<HomeFixture[]> {
  const path = '/api/rpc/get_home_matches?window_past_minutes=43200&window_future_minutes=0'
  return (await read<{ items: HomeFixture[] }>(path)).items.filter((match) => match.status === 'finished')
}

/** So many matches over thirty days instead of the world's, the first the newest. Returns a function that ends it. */
export function madeUp(count: number, change: Partial<HomeFixture> = {}): () => void {
  return answer(HOME_READ, () => {
    const items = Array.from({ length: count }, (_, index) => {
      const at = new Date(Date.now() - 3 * 3_600_000 - (index * 29 * 86_400_000) / Math.max(1, count)).toISOString()
      return {
        match_id: index + 1,
        match_date: at,
        status: 'finished',
        minute: null,
        home_team: `Stade Amont ${index + 1}`,
        home_team_id: 1,
        home_team_logo: null,
        away_team: index % 4 === 0 ? LONG_CLUB : 'AS Aval',
        away_team_id: 2,
        away_team_logo: null,
        competition_id: 61 + (index % 3),
        competition_name: ['Ligue 1', 'Serie A', 'Coupe de France'][index % 3] ?? '',
        competition_logo: null,
        competition_coefficient: 1.2,
        home_score: 3,
        away_score: 1,
        finished_at: at,
        updated_at: at,
        extra: null,
        period: 'FT',
        kickoff_hour_known: true,
        statusReason: null,
        postponedUntil: null,
        ...change,
      }
    })
    return { items: items.reverse() }
  })
}
