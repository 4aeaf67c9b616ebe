import type { HomeFixture } from '@tribune/contract/matches.ts'
import type { VotingState } from '@tribune/domain/ballots/voting-window.ts'
import { orderHome } from '@tribune/domain/home/home-list.ts'
import { addDays, noonOf } from '@tribune/french/format/dates.ts'
import { describe, expect, test } from 'vitest'
import { homeFixture } from '../../testing/home-fixture.ts'
import { topCompetitions } from './filter/competition-rows.ts'
import { weeksAround } from './filter/day-calendar.tsx'
import { addressOf, filterOf, readAddress } from './filter/filter-address.ts'
import { daysOf, firstRows, runsOf, sectionsOf } from './list/section-rows.ts'
import { voteAction } from './match-words.ts'

const complete = { complete: true, top3: [1, 2, 3] }
const begun = { complete: false, top3: [1, 2] }

describe('the voting table', () => {
  test.each<[VotingState, string, string, string | null]>([
    ['upcoming', 'disabled', 'Match à venir', null],
    ['postponed', 'disabled', 'Match reporté', null],
    ['cancelled', 'disabled', 'Match annulé', null],
    ['suspended', 'disabled', 'Match suspendu', null],
    ['locked', 'disabled', "Votes à partir de la 60'", null],
    ['open_live', 'vote', 'Voter en direct', null],
    ['open_after', 'vote', 'Voter', 'Votes ouverts - Plus que quelques minutes\u202f!'],
    ['closed', 'results', 'Voir les résultats', 'Votes clos'],
  ])('%s: %s « %s »', (state, kind, text, message) => {
    expect(voteAction(state, undefined)).toEqual({ kind, text, message })
  })
})

describe('a fan who has voted', () => {
  test.each<VotingState>(['open_live', 'open_after'])('may change their vote while it is %s', (state) => {
    expect(voteAction(state, complete)).toMatchObject({ kind: 'change', text: 'Vote effectué\u202f! Changer mon vote' })
  })

  test('sees how many picks an incomplete vote lacks', () => {
    expect(voteAction('open_live', begun)).toMatchObject({ kind: 'vote', text: 'Terminer mon vote (2/3)' })
  })

  test('sees the results once the vote is closed', () => {
    expect(voteAction('closed', complete)).toEqual(voteAction('closed', undefined))
  })
})

const NOTHING = { competitionIds: [], text: '', day: '' }

describe('a filter and its address', () => {
  test.each([
    [NOTHING, {}],
    [{ ...NOTHING, text: 'Valcourt' }, { q: 'Valcourt' }],
    [{ ...NOTHING, text: '  ' }, {}],
    [{ ...NOTHING, competitionIds: [61] }, { c: 61 }],
    [{ ...NOTHING, competitionIds: [61, 39] }, { c: '61-39' }],
    [{ ...NOTHING, day: '2026-03-14' }, { jour: '2026-03-14' }],
  ])('the filter %j is written as %j', (filter, address) => {
    expect(addressOf(filter)).toEqual(address)
  })

  test('convert into each other', () => {
    const filter = { competitionIds: [61, 39], text: 'café & thé', day: '2026-03-14' }
    expect(filterOf({ ...readAddress({ ...addressOf(filter) }) })).toEqual(filter)
  })
})

describe('a forged address', () => {
  test.each<Record<string, unknown>>([
    { c: 'abc' },
    { c: '--0-' },
    { c: { 61: true } },
    { c: Number.POSITIVE_INFINITY },
    { jour: 'hier' },
    { jour: '2026-99-99' },
    { jour: ['2026-03-14', '2026-03-15'] },
    { q: ['a'] },
    { q: null },
    { autre: 'chose' },
  ])('%j filters nothing', (search) => {
    expect(readAddress(search)).toEqual({})
  })

  test('is limited in size', () => {
    const { text, competitionIds } = filterOf({
      q: 'a'.repeat(5_000),
      c: Array.from({ length: 500 }, (_, id) => id + 1).join('-'),
    })
    expect([text.length, competitionIds.length]).toEqual([100, 60])
  })

  test('selects each competition once', () => {
    expect(filterOf({ c: '61-61-39' }).competitionIds).toEqual([61, 39])
  })
})

describe('the weeks around a day', () => {
  test.each(['2026-03-09', '2026-03-14', '2026-03-15', '2026-12-31'])(
    'begin on Monday and hold seven days on both sides of %s',
    (today) => {
      const weeks = weeksAround(today)
      const days = weeks.flat().filter((day) => day !== null)
      expect(days).toEqual(Array.from({ length: 15 }, (_, index) => addDays(today, index - 7)))
      expect(weeks.every((week) => week.length === 7)).toBe(true)
      for (const week of weeks) {
        for (const [column, day] of week.entries()) {
          if (day !== null) expect((noonOf(day).getUTCDay() + 6) % 7).toBe(column)
        }
      }
    },
  )
})

const listed = (id: number, name: string, coefficient: number): HomeFixture =>
  ({
    competition_id: id,
    competition_name: name,
    competition_logo: null,
    competition_coefficient: coefficient,
  }) as HomeFixture

test('the top competitions are listed once, the highest coefficient first, then by their French names', () => {
  const [cup, first, second, again] = [
    listed(1, 'Zone', 2),
    listed(2, 'Élite', 1),
    listed(3, 'Filière', 1),
    listed(2, 'Élite', 1.5),
  ]
  expect(topCompetitions([second, first, cup], new Set()).map(({ name }) => name)).toEqual(['Zone', 'Élite', 'Filière'])
  expect(topCompetitions([again, second, first, cup], new Set())).toMatchObject([
    { id: 1 },
    { id: 2, coefficient: 1.5 },
    { id: 3 },
  ])
})

test('a top competition counts the matches that are shown, and stays with none', () => {
  const [shown, hidden, other] = [listed(1, 'Élite', 1), listed(1, 'Élite', 1), listed(2, 'Filière', 1)]
  expect(topCompetitions([shown, hidden, other], new Set([shown]))).toMatchObject([
    { id: 1, matches: 1 },
    { id: 2, matches: 0 },
  ])
  expect(topCompetitions([], new Set())).toEqual([])
})

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
