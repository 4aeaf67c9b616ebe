import { describe, expect, it } from 'vitest'
import {
  composeDigest,
  DIGEST_BOUNDS,
  type DigestFacts,
  digestOf,
  digestPause,
  dueDigest,
  type IndexRow,
  movement,
  type WeekMatch,
} from './digest.ts'

describe('the digest that is due', () => {
  it.each([
    ['Sunday night', '2026-11-22T22:59:59Z', null],
    ['Monday, a second before nine', '2026-11-23T07:59:59Z', null],
    ['Monday at nine, in winter', '2026-11-23T08:00:00Z', '2026-11-23'],
    ['Wednesday, a second before nine', '2026-11-25T07:59:59Z', '2026-11-23'],
    ['Wednesday at nine', '2026-11-25T08:00:00Z', null],
    ['Monday at nine, in summer', '2026-07-06T07:00:00Z', '2026-07-06'],
    ['Monday, a second before nine in summer', '2026-07-06T06:59:59Z', null],
    ['the day after the clocks go forward', '2026-03-30T07:00:00Z', '2026-03-30'],
    ['an hour before', '2026-03-30T06:59:59Z', null],
    ['the day after the clocks go back', '2026-10-26T08:00:00Z', '2026-10-26'],
    ['an hour before', '2026-10-26T07:59:59Z', null],
    ['over New Year', '2027-01-04T08:00:00Z', '2027-01-04'],
  ])('%s (%s): %s', (_name, now, id) => {
    expect(dueDigest(new Date(now))?.id ?? null).toBe(id)
  })

  it.each([
    ['in winter', '2026-11-23', ['2026-11-15T23:00', '2026-11-22T23:00', '2026-11-23T08:00', '2026-11-29T23:00']],
    ['in summer', '2026-07-06', ['2026-06-28T22:00', '2026-07-05T22:00', '2026-07-06T07:00', '2026-07-12T22:00']],
    [
      'of 167 hours, with the change to summer time',
      '2026-03-30',
      ['2026-03-22T23:00', '2026-03-29T22:00', '2026-03-30T07:00', '2026-04-05T22:00'],
    ],
    [
      'of 169 hours, with the change to winter time',
      '2026-10-26',
      ['2026-10-18T22:00', '2026-10-25T23:00', '2026-10-26T08:00', '2026-11-01T23:00'],
    ],
  ])('looks back on a week %s, and ahead', (_name, monday, [start, end, at, until]) => {
    const week = digestOf(monday)
    const short = (moment: Date) => moment.toISOString().slice(0, 16)
    expect([short(week.start), short(week.end), short(week.at), short(week.until)]).toEqual([start, end, at, until])
  })
})

describe('the pause after a digest that was not accepted', () => {
  it.each([
    [1, 5],
    [2, 10],
    [5, 80],
    [6, 120],
    [20, 120],
  ])('%d attempts: %d minutes', (attempts, minutes) => {
    expect(digestPause(attempts)).toBe(minutes * 60_000)
  })
})

const MATCH: WeekMatch = {
  id: 1,
  kickoff: new Date('2026-11-21T20:00:00Z'),
  hourKnown: true,
  home: 'FC Rive',
  away: 'Stade Aval',
  competition: 'Championnat',
  coefficient: 3,
  ofClub: false,
  ofCompetition: false,
  players: [],
  homeScore: 2,
  awayScore: 1,
  podium: [{ rank: 1, name: 'Ida Longue' }],
  byRatings: false,
}
const match = (id: number, change: Partial<WeekMatch> = {}): WeekMatch => ({ ...MATCH, id, ...change })
const player = (name: string, rank: number, rankBefore: number | null): IndexRow => {
  return { name, team: null, points: 100, rank, rankBefore }
}
const NOTHING: DigestFacts = {
  follows: true,
  week: [],
  own: { ballots: 0, picks: 0, elected: 0 },
  top: [player('Ida Longue', 1, 1)],
  players: [],
  next: [],
}

describe('a week is worth a mail', () => {
  it.each([
    ['with nothing but the Index', false, {}],
    ['with a match of a followed club', true, { week: [match(1, { ofClub: true })] }],
    ['with a match of no followed club', false, { week: [match(1)] }],
    ['with a ballot', true, { own: { ballots: 1, picks: 0, elected: 0 } }],
    ['with a followed player who moved', true, { players: [player('Noé Vif', 4, 6)] }],
    ['with a followed player who did not', false, { players: [player('Noé Vif', 4, 4)] }],
    ['with a followed player whose earlier rank is unknown', false, { players: [player('Noé Vif', 4, null)] }],
    ['with a coming match of a followed club', true, { next: [match(1, { ofClub: true })] }],
    ['with a large result, when nothing is followed', true, { follows: false, week: [match(1)] }],
    ['without a large result, when nothing is followed', false, { follows: false, next: [match(1)] }],
    ['with a result without a podium', false, { follows: false, week: [match(1, { podium: [] })] }],
  ] as const)('%s: %s', (_name, isWorth, facts) => {
    expect(composeDigest({ ...NOTHING, ...facts }) !== null).toBe(isWorth)
  })
})

describe('a digest', () => {
  const ids = (matches: readonly { id: number }[] = []) => matches.map(({ id }) => id)

  it('has followed clubs first, then players, then competitions, each by coefficient and kick-off', () => {
    const week = [
      match(1, { ofCompetition: true, coefficient: 6 }),
      match(2, { players: ['Noé Vif'], coefficient: 4 }),
      match(3, { ofClub: true, coefficient: 2 }),
      match(4, { ofClub: true, coefficient: 5 }),
      match(5, { ofClub: true, coefficient: 2, kickoff: new Date('2026-11-20T20:00:00Z') }),
      match(6, { coefficient: 9 }),
    ]
    expect(ids(composeDigest({ ...NOTHING, week })?.week)).toEqual([4, 5, 3, 2, 1])
  })

  it('shows a match of a followed club without votes or ratings', () => {
    const week = [match(1, { ofClub: true, podium: [] })]
    expect(ids(composeDigest({ ...NOTHING, week })?.week)).toEqual([1])
  })

  it('announces what is followed, the most important ones, by kick-off', () => {
    const day = (of: number) => new Date(Date.UTC(2026, 10, of, 20))
    const next = [
      match(1, { ofCompetition: true, kickoff: day(23) }),
      match(2, { ofClub: true, kickoff: day(28) }),
      match(3, { ofClub: true, kickoff: day(25) }),
      match(4, { kickoff: day(24) }),
    ]
    expect(ids(composeDigest({ ...NOTHING, next })?.next)).toEqual([1, 3, 2])
  })

  it('has the Index and the followed players by rank, names deciding between equals', () => {
    const rows = [player('Zoé', 2, 3), player('Ana', 2, 5), player('Ida', 1, 2)]
    const digest = composeDigest({ ...NOTHING, top: rows, players: rows })
    expect(digest?.top.map(({ name }) => name)).toEqual(['Ida', 'Ana', 'Zoé'])
    expect(digest?.players.map(({ name }) => name)).toEqual(['Ida', 'Ana', 'Zoé'])
  })

  it('keeps each list short', () => {
    const many = Array.from({ length: 30 }, (_, index) => match(index, { ofClub: true }))
    const rows = Array.from({ length: 30 }, (_, index) => player(`Joueur ${index}`, index + 1, 40))
    const digest = composeDigest({ ...NOTHING, week: many, next: many, top: rows, players: rows })
    const sizes = Object.fromEntries(
      (['week', 'top', 'players', 'next'] as const).map((list) => [list, digest?.[list].length]),
    )
    expect(sizes).toEqual(DIGEST_BOUNDS)
  })
})

describe('a movement in the Index', () => {
  it.each([
    [3, 5, 2],
    [5, 3, -2],
    [3, 3, 0],
    [3, null, 0],
  ])('from rank %d, earlier %s: %d', (rank, rankBefore, moved) => {
    expect(movement({ rank, rankBefore })).toBe(moved)
  })
})
