import { describe, expect, it } from 'vitest'
import { type Appearance, currentClub, WORLD_CUP_QUALIFICATION_IDS } from './club.ts'

const appearance = (player_team: string, match_date: string, more: Partial<Appearance> = {}): Appearance => ({
  player_team,
  match_date,
  competition_id: 61,
  team_is_national: null,
  ...more,
})

describe('the current club', () => {
  it.each<[string, Appearance[], string | null]>([
    [
      'is the one of the latest match',
      [appearance('Brévent', '2026-01-10'), appearance('Orvalle', '2026-02-10')],
      'Orvalle',
    ],
    [
      'does not depend on the order of the matches',
      [appearance('Orvalle', '2026-02-10'), appearance('Brévent', '2026-01-10')],
      'Orvalle',
    ],
    [
      'ignores World Cup qualification',
      [appearance('Brévent', '2026-01-10'), appearance('Nordavie', '2026-02-10', { competition_id: 34 })],
      'Brévent',
    ],
    [
      'ignores a national side in any competition',
      [appearance('Brévent', '2026-01-10'), appearance('Nordavie', '2026-02-10', { team_is_national: true })],
      'Brévent',
    ],
    [
      'is unknown for a player seen only with a national side',
      [appearance('Nordavie', '2026-02-10', { competition_id: 32 })],
      null,
    ],
    ['is unknown without matches', [], null],
  ])('%s', (_name, appearances, club) => {
    expect(currentClub(appearances, WORLD_CUP_QUALIFICATION_IDS)?.player_team ?? null).toBe(club)
  })

  it('ignores the competitions of the configured list, not those of the default list', () => {
    const matches = [appearance('Brévent', '2026-01-10'), appearance('Nordavie', '2026-02-10', { competition_id: 29 })]
    expect(currentClub(matches, WORLD_CUP_QUALIFICATION_IDS)?.player_team).toBe('Nordavie')
    expect(currentClub(matches, [29])?.player_team).toBe('Brévent')
  })

  it('ignores competitions 32 to 37 by default', () => {
    expect(WORLD_CUP_QUALIFICATION_IDS).toEqual([32, 33, 34, 35, 36, 37])
  })
})
