import type { HomeFixture } from '@tribune/contract/matches.ts'
import { orderHome } from '@tribune/domain/home-list.ts'
import { expect, test } from 'vitest'
import { firstRows, sectionsOf } from './sections.ts'

const now = new Date('2025-11-22T20:00:00Z')
let id = 0

function match(change: Partial<HomeFixture>): HomeFixture {
  id += 1
  return {
    match_id: id,
    match_date: '2025-11-22T18:00:00Z',
    status: 'upcoming',
    minute: null,
    home_team: 'AS Valcourt',
    home_team_logo: null,
    away_team: 'FC Nordhaven',
    away_team_logo: null,
    competition_id: 61,
    competition_name: 'Ligue 1',
    competition_logo: null,
    competition_coefficient: 3,
    home_score: null,
    away_score: null,
    finished_at: null,
    updated_at: '2025-11-22T18:00:00Z',
    extra: null,
    period: 'NS',
    kickoff_hour_known: true,
    statusReason: null,
    postponedUntil: null,
    ...change,
  }
}

const openLive = match({ status: 'live', minute: 70 })
const openAfter = match({ status: 'finished', finished_at: '2025-11-22T19:50:00Z' })
const locked = match({ status: 'live', minute: 12 })
const upcoming = match({ match_date: '2025-11-22T21:00:00Z' })
const finished = [1, 2, 3].map(() => match({ status: 'finished', finished_at: '2025-11-21T19:00:00Z' }))
const postponed = match({ status: 'postponed' })
const all = orderHome([postponed, ...finished, upcoming, locked, openAfter, openLive], now)

test('the list is cut under headings in the order of the home page', () => {
  const cut = sectionsOf(all, now, true).map(({ title, matches }) => [title, matches.length])
  expect(cut).toEqual([
    ['Votes ouverts', 2],
    ['En direct', 1],
    ['À venir aujourd’hui', 1],
    ['Matchs terminés', 3],
    ['Reportés, annulés, suspendus', 1],
  ])
})

test('without a match to come today the finished ones are announced as the recent ones', () => {
  const titles = sectionsOf(finished, now, false).map(({ title }) => title)
  expect(titles).toEqual(['Les matchs récemment terminés'])
})

test('the first rows run over the headings and leave out what falls behind', () => {
  const drawn = firstRows(sectionsOf(all, now, true), 5)
  expect(drawn.map(({ matches }) => matches.length)).toEqual([2, 1, 1, 1])
})
