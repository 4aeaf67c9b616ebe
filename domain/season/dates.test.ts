import { describe, expect, test } from 'vitest'
import {
  type DatedSeason,
  defaultSeason,
  dueSeasons,
  isFreshlyClosed,
  isNameTaken,
  labelOf,
  moveSeason,
  nextSeason,
  previousSeason,
  reopenSeason,
  type SeasonSpan,
  seasonAt,
} from './dates.ts'

/** A span from days of UTC; the second is the first that no longer counts. */
const span = (start: string, end: string): SeasonSpan => ({
  start: new Date(`${start}T00:00:00Z`),
  end: new Date(`${end}T00:00:00Z`),
})
const datesOf = ({ start, end }: SeasonSpan) => `${start.toISOString().slice(0, 10)} ${end.toISOString().slice(0, 10)}`

describe('a season by default', () => {
  test.each([
    ['2026-11-24T12:00:00Z', '2026-07-01 2027-07-01', '2026-2027'],
    ['2026-07-01T00:00:00Z', '2026-07-01 2027-07-01', '2026-2027'],
    ['2026-06-30T23:59:59.999Z', '2025-07-01 2026-07-01', '2025-2026'],
    ['2028-02-29T00:00:00Z', '2027-07-01 2028-07-01', '2027-2028'],
  ])('at %s is %s, labelled %s', (now, dates, label) => {
    const season = defaultSeason(new Date(now))
    expect([datesOf(season), labelOf(season)]).toEqual([dates, label])
  })
})

describe('a label', () => {
  test.each([
    ['2026-07-01', '2027-07-01', '2026-2027'],
    ['2026-01-01', '2027-01-01', '2026'],
    ['2026-01-01', '2027-01-02', '2026-2027'],
    ['2025-07-01', '2027-07-01', '2025-2027'],
  ])('of %s to %s is %s', (start, end, label) => {
    expect(labelOf(span(start, end))).toBe(label)
  })
})

describe('the next season', () => {
  test.each([
    ['a usual one', span('2025-07-01', '2026-07-01'), '2026-07-01 2027-07-01'],
    ['one that ends early', span('2025-07-01', '2026-06-10'), '2026-06-10 2027-07-01'],
    ['one that ends late', span('2025-07-01', '2026-08-15'), '2026-08-15 2027-07-01'],
    ['one that ends in winter', span('2025-07-01', '2026-12-01'), '2026-12-01 2027-07-01'],
    ['one that ends at new year', span('2025-07-01', '2027-01-01'), '2027-01-01 2028-07-01'],
  ])('after %s starts where it ends', (_what, last, next) => {
    expect(datesOf(nextSeason(last))).toBe(next)
  })

  test('is not due before its first moment, and each missed one is due in turn', () => {
    const last = span('2025-07-01', '2026-07-01')
    expect(dueSeasons(last, new Date('2026-06-30T23:59:59.999Z'))).toEqual([])
    expect(dueSeasons(last, new Date('2026-07-01T00:00:00Z')).map(datesOf)).toEqual(['2026-07-01 2027-07-01'])
    const missed = dueSeasons(last, new Date('2028-01-01T00:00:00Z'))
    expect(missed.map(labelOf)).toEqual(['2026-2027', '2027-2028'])
  })

  test('is the reverse of the previous one', () => {
    expect(datesOf(previousSeason(span('2026-07-01', '2027-07-01')))).toBe('2025-07-01 2026-07-01')
  })
})

describe('a match', () => {
  const seasons = [span('2025-07-01', '2026-07-01'), span('2026-07-01', '2027-07-01')]
  test.each([
    ['in the last millisecond', '2026-06-30T23:59:59.999Z', '2025-2026'],
    ['in the first moment', '2026-07-01T00:00:00Z', '2026-2027'],
    ['before any season', '2025-06-30T23:59:59Z', null],
    ['after any season', '2027-07-01T00:00:00Z', null],
  ])('that kicks off %s counts there', (_when, kickOff, label) => {
    const season = seasonAt(seasons, new Date(kickOff))
    expect(season && labelOf(season)).toBe(label)
  })
})

/** A season with the label that follows from its dates, unless it has its own. */
const named = (id: number, start: string, end: string, label = labelOf(span(start, end))) => ({
  ...{ id, name: 'Index', label },
  ...span(start, end),
})
const now = new Date('2026-11-24T12:00:00Z')

describe('moved dates', () => {
  const seasons = [
    named(1, '2023-07-01', '2024-06-20'),
    named(2, '2025-07-01', '2026-07-01'),
    named(3, '2026-07-01', '2027-07-01'),
  ]
  const moved = (id: number, start: string, end: string) => {
    const result = moveSeason(seasons, { id, to: span(start, end), now })
    return typeof result === 'string' ? result : result.map((season) => `${season.id}: ${datesOf(season)}`)
  }
  test.each([
    ['take a season that it touches along', 3, '2026-07-15', '2027-07-01'],
    ['take it along from the other side', 2, '2025-07-01', '2026-07-15'],
  ] as const)('%s', (_what, id, start, end) => {
    expect(moved(id, start, end)).toEqual(['2: 2025-07-01 2026-07-15', '3: 2026-07-15 2027-07-01'])
  })
  test.each([
    ['that are the same change nothing', 3, '2026-07-01', '2027-07-01', []],
    ['leave one alone that it never touched', 1, '2023-07-01', '2024-07-01', ['1: 2023-07-01 2024-07-01']],
    ['may be as long as two years', 3, '2026-07-01', '2028-07-01', ['3: 2026-07-01 2028-07-01']],
    ['cannot be longer than two years', 3, '2026-07-01', '2028-07-02', 'season_dates'],
    ['cannot end before they start', 3, '2026-09-01', '2026-08-01', 'season_dates'],
    ['cannot be empty', 3, '2026-09-01', '2026-09-01', 'season_dates'],
    ['cannot leave nothing of a neighbour', 3, '2025-07-01', '2027-07-01', 'season_overlap'],
    ['cannot begin before a neighbour does', 3, '2025-06-01', '2027-05-01', 'season_overlap'],
    ['cannot make a neighbour longer than two years', 3, '2027-07-02', '2028-07-01', 'season_dates'],
    ['cannot reach into a season that it never touched', 2, '2024-06-19', '2026-06-01', 'season_overlap'],
    ['cannot jump over the seasons after it', 1, '2027-07-01', '2028-07-01', 'season_overlap'],
    ['cannot be long ago', 1, '0202-07-01', '0203-07-01', 'season_dates'],
    ['cannot be in a year of five digits', 1, '9999-07-01', '+010000-01-01', 'season_dates'],
    ['cannot leave the open season without a beginning', 3, '2026-11-25', '2027-07-01', 'season_dates'],
    [
      'may have the open season begin today',
      3,
      '2026-11-24',
      '2027-07-01',
      ['2: 2025-07-01 2026-11-24', '3: 2026-11-24 2027-07-01'],
    ],
    ['of an unknown season are refused', 9, '2026-07-01', '2027-07-01', 'season_dates'],
  ] as const)('%s', (_what, id, start, end, result) => {
    expect(moved(id, start, end)).toEqual(result)
  })
})

describe('the name of a season', () => {
  const seasons = [
    named(1, '2026-01-01', '2026-07-01'),
    named(2, '2026-07-01', '2027-01-01', '2026-2027'),
    named(3, '2027-01-01', '2027-07-01', 'Coupe du monde'),
  ]
  test.each([
    ['its own', 2, 'Index', '2026-2027', false],
    ['a free one', 2, 'Index', '2027', false],
    ['that of another', 2, 'Index', '2026', true],
    ['that of another in other letters', 1, ' INDEX  coupe', 'du Mondé', true],
  ])('%s is taken or not', (_what, id, name, label, isTaken) => {
    expect(isNameTaken(seasons, id, { name, label })).toBe(isTaken)
  })

  test('follows from moved dates, unless the operator has chosen it', () => {
    const labels = (id: number, start: string, end: string) => {
      const result = moveSeason(seasons, { id, to: span(start, end), now })
      return typeof result === 'string' ? result : result.map(({ label }) => label)
    }
    expect(labels(1, '2025-07-01', '2026-08-01')).toEqual(['2025-2026', '2026-2027'])
  })

  test('is unique: dates that would give two seasons the same name and label are refused', () => {
    const [one, other] = [named(1, '2026-01-01', '2026-07-01'), named(2, '2026-07-01', '2027-07-01')]
    const shortened = { id: 2, to: span('2026-07-01', '2027-01-01'), now }
    expect(moveSeason([one, other], shortened)).toBe('season_name_taken')
    expect(moveSeason([{ ...one, label: 'Essai' }, other], shortened)).toHaveLength(1)
  })
})

describe('a reopened season', () => {
  const seasons: readonly DatedSeason[] = [
    { id: 3, ...span('2026-10-01', '2027-07-01') },
    { id: 2, ...span('2026-07-01', '2026-10-01') },
    { id: 1, ...span('2025-07-01', '2026-07-01') },
  ]
  test('takes in the open one, and ends where that would have', () => {
    const reopened = reopenSeason(seasons, 2)
    if (typeof reopened === 'string') throw new Error(reopened)
    expect([datesOf(reopened.season), reopened.season.id, reopened.taken.id]).toEqual(['2026-07-01 2027-07-01', 2, 3])
  })
  test.each([
    ['is never the open one', seasons, 3, 'season_not_reopenable'],
    ['has no other between itself and the open one', seasons, 1, 'season_not_reopenable'],
    ['is known', seasons, 9, 'season_not_reopenable'],
    ['is not the only one', seasons.slice(0, 1), 3, 'season_not_reopenable'],
    [
      'is no longer than two years with the open one',
      [
        { id: 2, ...span('2026-07-01', '2028-07-01') },
        { id: 1, ...span('2026-06-30', '2026-07-01') },
      ],
      1,
      'season_dates',
    ],
  ] as const)('%s', (_what, all, id, fault) => {
    expect(reopenSeason(all, id)).toBe(fault)
  })
  test.each([
    ['in its first month', '2026-06-30T12:00:00Z', true],
    ['later', '2026-06-30T11:59:59Z', false],
    ['never while it is open', null, false],
  ])('is closed %s', (_when, closedAt, isFresh) => {
    const now = new Date('2026-07-30T12:00:00Z')
    expect(isFreshlyClosed(closedAt === null ? null : new Date(closedAt), now)).toBe(isFresh)
  })
})
