import type { HomeFixture } from '@tribune/contract/matches.ts'
import { orderHome } from '@tribune/domain/home/home-list.ts'
import { expect, test } from 'vitest'
import { homeFixture } from '../../../testing/home-fixture.ts'
import { daysOf, firstRows, runsOf, sectionsOf } from './section-rows.ts'

const now = new Date('2025-11-22T20:00:00Z')
let id = 0

function match(change: Partial<HomeFixture>): HomeFixture {
  id += 1
  return homeFixture({ match_id: id, ...change })
}

const openLive = match({ status: 'live', minute: 70 })
const openAfter = match({ status: 'finished', finished_at: '2025-11-22T19:50:00Z' })
const locked = match({ status: 'live', minute: 12 })
const upcoming = match({ match_date: '2025-11-22T21:00:00Z' })
const finished = [1, 2, 3].map(() => match({ status: 'finished', finished_at: '2025-11-21T19:00:00Z' }))
const postponed = match({ status: 'postponed' })
const all = orderHome([postponed, ...finished, upcoming, locked, openAfter, openLive], now)

const today = { now, upcomingToday: true, otherDay: false }

test('the list is divided into sections in the order of the home page', () => {
  const cut = sectionsOf(all, today).map(({ title, form, matches }) => [title, form, matches.length])
  expect(cut).toEqual([
    ['Votes ouverts', 'cards', 2],
    ['En direct', 'rows', 1],
    ['À venir aujourd’hui', 'rows', 1],
    ['Matchs terminés', 'days', 3],
    ['Reportés, annulés, suspendus', 'days', 1],
  ])
})

test('matches in play whose vote is not open say when it opens, once for all', () => {
  const notes = sectionsOf(all, today).map(({ note }) => note)
  expect(notes).toEqual([undefined, "Votes à partir de la 60'", undefined, undefined, undefined])
})

test('finished matches are titled recent ones if none is upcoming today', () => {
  const titles = sectionsOf(finished, { ...today, upcomingToday: false }).map(({ title }) => title)
  expect(titles).toEqual(['Les matchs récemment terminés'])
})

test('no heading mentions today on another selected day', () => {
  const titles = sectionsOf([upcoming, ...finished], { now, upcomingToday: false, otherDay: true }).map(
    ({ title }) => title,
  )
  expect(titles).toEqual(['À venir', 'Matchs terminés'])
})

test('the first rows span sections, and omit the sections behind them', () => {
  const drawn = firstRows(sectionsOf(all, today), 5)
  expect(drawn.map(({ matches }) => matches.length)).toEqual([2, 1, 1, 1])
})

test('rows are divided where the day changes, and where the competition or its coefficient does', () => {
  const cup = { competition_id: 66, competition_coefficient: 1.3 }
  const rows = [
    match({ match_date: '2025-11-21T20:00:00Z' }),
    match({ match_date: '2025-11-21T20:00:00Z' }),
    match({ match_date: '2025-11-21T18:00:00Z', competition_coefficient: 4.5 }),
    match({ match_date: '2025-11-20T18:00:00Z', ...cup }),
    match({ match_date: '2025-11-20T17:00:00Z' }),
  ]
  const days = daysOf(rows, ({ match_date }) => String(match_date).slice(0, 10))
  expect(days.map(([day, matches]) => [day, runsOf(matches).map((run) => run.matches.length)])).toEqual([
    ['2025-11-21', [2, 1]],
    ['2025-11-20', [1, 1]],
  ])
})

test('a match of another day found by a search is titled a next one, unless its day is selected', () => {
  const later = match({ match_date: '2025-11-26T20:00:00Z' })
  const list = orderHome([...finished, later, upcoming], now)
  const cut = sectionsOf(list, today).map(({ title, form, matches }) => [title, form, matches.length])
  expect(cut).toEqual([
    ['À venir aujourd’hui', 'rows', 1],
    ['Prochains matchs', 'days', 1],
    ['Matchs terminés', 'days', 3],
  ])
  expect(sectionsOf([later], { ...today, otherDay: true }).map(({ title }) => title)).toEqual(['À venir'])
})
