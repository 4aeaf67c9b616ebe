import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Instant, msOf } from '../common/instant.ts'
import { MATCH_STATUSES } from '../matches/status.ts'
import { filterHome, hasUpcomingToday, homePriority, type ListedMatch, orderHome } from './home-list.ts'

const NOW = new Date('2026-03-14T21:30:00Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString()

let lastId = 0
function match(more: Partial<ListedMatch> = {}): ListedMatch {
  lastId += 1
  return {
    match_id: lastId,
    match_date: ago(0),
    status: 'upcoming',
    minute: null,
    finished_at: null,
    home_team: 'Olympique Brévent',
    away_team: 'Racing Orvalle',
    competition_id: 61,
    competition_name: 'Ligue 1',
    competition_coefficient: 3,
    ...more,
  }
}
const live = (minute: number, more: Partial<ListedMatch> = {}) => match({ status: 'live', minute, ...more })
const finished = (minutesAgo: number, more: Partial<ListedMatch> = {}) =>
  match({ status: 'finished', minute: 90, finished_at: ago(minutesAgo), match_date: ago(minutesAgo + 110), ...more })

describe('the priority of a match', () => {
  it.each<[string, number, ListedMatch]>([
    ['live, minute 60', 1, live(60)],
    ['live, shoot-out', 1, live(120)],
    ['finished 59 min ago', 2, finished(59)],
    ['live, minute 59', 3, live(59)],
    ['upcoming', 4, match()],
    ['finished 60 min ago', 5, finished(60)],
    ['finished last week', 5, finished(10_000)],
    ['postponed', 6, match({ status: 'postponed' })],
    ['cancelled', 6, match({ status: 'cancelled' })],
    ['suspended', 6, match({ status: 'suspended', minute: 70 })],
  ])('%s: %d', (_name, priority, listed) => {
    expect(homePriority(listed, NOW)).toBe(priority)
  })
})

describe('the order of the home list', () => {
  it('is by priority, upcoming soonest first, all others newest first', () => {
    const ordered = [
      live(61, { match_date: ago(80) }),
      live(88, { match_date: ago(105) }),
      finished(20),
      finished(50),
      live(10, { match_date: ago(10) }),
      live(45, { match_date: ago(55) }),
      match({ match_date: ago(-30) }),
      match({ match_date: ago(-90) }),
      finished(100),
      finished(2_000),
      match({ status: 'postponed', match_date: ago(-200) }),
      match({ status: 'cancelled', match_date: ago(300) }),
    ]
    expect(orderHome(ordered.toReversed(), NOW)).toEqual(ordered)
  })

  it('keeps each competition together at one date, the highest coefficient first', () => {
    const cup = { competition_id: 66, competition_coefficient: 1.3 }
    const [small, great, other, second] = [match(cup), match(), match({ competition_id: 39 }), match(cup)]
    expect(orderHome([small, great, other, second], NOW)).toEqual([other, great, small, second])
    expect(orderHome([second, small], NOW)).toEqual([small, second])
  })

  it('sorts matches of one date and competition by id', () => {
    const [first, second] = [match(), match()]
    expect(orderHome([second, first], NOW)).toEqual([first, second])
  })

  it('does not depend on the input order', () => {
    const listed = fc.record({
      status: fc.constantFrom(...MATCH_STATUSES),
      minute: fc.constantFrom(null, 30, 59, 60, 90),
      finished_at: fc.constantFrom(null, ago(10), ago(70)),
      match_date: fc.constantFrom(ago(-60), ago(0), ago(30), new Date(NOW)),
    })
    const lists = fc
      .array(listed, { maxLength: 12 })
      .map((rows) => rows.map((row, index) => ({ ...match(), ...row, match_id: index })))
      .chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })))
    fc.assert(
      fc.property(lists, ([one, other]) => {
        const ordered = orderHome(one, NOW)
        expect(orderHome(other, NOW)).toEqual(ordered)
        expect(orderHome(ordered, NOW)).toEqual(ordered)
        expect(new Set(ordered)).toEqual(new Set(one))
        const priorities = ordered.map((row) => homePriority(row, NOW))
        expect(priorities).toEqual(priorities.toSorted((a, b) => a - b))
      }),
    )
  })
})

describe('the matches a fan sees', () => {
  const PARIS = 'Europe/Paris'
  const daysIn = (timeZone: string) => {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone })
    return (instant: Instant) => format.format(msOf(instant))
  }
  const ids = (matches: ListedMatch[]) => matches.map((one) => one.match_id)
  const seenBy = (matches: ListedMatch[], filter = {}, zone = PARIS, now = NOW) =>
    ids(filterHome(matches, filter, now, daysIn(zone)))

  it.each([
    ['later today', '2026-03-14T22:30:00Z', PARIS, true],
    ['in the last minute of today', '2026-03-14T22:59:00Z', PARIS, true],
    ['at midnight, tomorrow in Paris', '2026-03-14T23:00:00Z', PARIS, false],
    ['the same midnight, still today in London', '2026-03-14T23:00:00Z', 'Europe/London', true],
    ['the same midnight, today in Montréal', '2026-03-15T02:00:00Z', 'America/Toronto', true],
    ['tomorrow in Paris', '2026-03-15T20:00:00Z', PARIS, false],
    ['an hour ago and not started', '2026-03-14T20:30:00Z', PARIS, true],
    ['over three hours ago and never started', '2026-03-14T18:29:00Z', PARIS, false],
  ])('include an upcoming match only if dated today: %s', (_name, match_date, zone, shown) => {
    const upcoming = match({ match_date })
    expect(seenBy([upcoming], {}, zone)).toEqual(shown ? [upcoming.match_id] : [])
    expect(hasUpcomingToday([upcoming], NOW, daysIn(zone))).toBe(shown)
  })

  it('include every match of another status than upcoming, of any date', () => {
    const others = MATCH_STATUSES.filter((status) => status !== 'upcoming').map((status) =>
      match({ status, match_date: ago(9_000) }),
    )
    expect(seenBy(others)).toEqual(ids(others))
    expect(hasUpcomingToday(others, NOW, daysIn(PARIS))).toBe(false)
  })

  it('are of the chosen competitions, or of all if none is chosen', () => {
    const [ligue, cup, liga] = [match(), match({ competition_id: 2 }), match({ competition_id: 140 })]
    const all = [ligue, cup, liga]
    expect(seenBy(all, { competitionIds: [2, 140] })).toEqual([cup.match_id, liga.match_id])
    expect(seenBy(all, { competitionIds: [] })).toEqual(ids(all))
    expect(seenBy(all, { competitionIds: [999] })).toEqual([])
  })

  it.each([
    ['BRÉV', true],
    ['brevent', true],
    ['  orvalle ', true],
    ['ligue 1', true],
    ['Serie A', false],
    ['', true],
  ])('have the text in home team, away team or competition: %j %s', (text, shown) => {
    const one = match()
    expect(seenBy([one], { text })).toEqual(shown ? [one.match_id] : [])
  })

  it('are of the chosen calendar day in the fan’s time zone', () => {
    const lateSaturday = finished(0, { match_date: '2026-03-07T22:30:00Z' })
    const sundayInParis = finished(0, { match_date: '2026-03-07T23:30:00Z' })
    const both = [lateSaturday, sundayInParis]
    expect(seenBy(both, { day: '2026-03-07' })).toEqual([lateSaturday.match_id])
    expect(seenBy(both, { day: '2026-03-08' })).toEqual([sundayInParis.match_id])
    expect(seenBy(both, { day: '2026-03-07' }, 'Europe/London')).toEqual(ids(both))
  })

  it('include upcoming matches of another day only if that day is chosen', () => {
    const tomorrow = match({ match_date: '2026-03-15T20:00:00Z' })
    expect(seenBy([tomorrow])).toEqual([])
    expect(seenBy([tomorrow], { day: '2026-03-15' })).toEqual([tomorrow.match_id])
    expect(seenBy([tomorrow], { day: '2026-03-16' })).toEqual([])
  })

  describe('include the next match of a team that the text names', () => {
    const tomorrow = match({ match_date: '2026-03-15T20:00:00Z' })
    const away = match({
      match_date: '2026-03-17T20:00:00Z',
      home_team: 'FC Nordhaven',
      away_team: 'Olympique Brévent',
    })
    const cup = match({ match_date: '2026-03-16T20:00:00Z', competition_id: 2, away_team: 'OM' })
    const overdue = match({ match_date: '2026-03-14T10:00:00Z' })
    const played = finished(3_000)
    const all = [away, cup, tomorrow, overdue, played]

    it.each<[string, object, ListedMatch[]]>([
      ['by its name', { text: 'Olympique Brévent' }, [tomorrow, played]],
      ['by a part of it', { text: 'brév' }, [tomorrow, played]],
      ['by its whole name, however short', { text: 'om' }, [cup]],
      ['not by two letters of it', { text: 'br' }, [played]],
      ['as the other team’s opponent', { text: 'nordhaven' }, [away]],
      ['not by its competition', { text: 'ligue' }, [played]],
      ['not without a search', {}, [played]],
      ['for each team of that name', { text: 'orvalle' }, [tomorrow, played]],
      ['not when a day is chosen', { text: 'brevent', day: '2026-03-17' }, [away]],
      ['not of a competition that is not chosen', { text: 'brevent', competitionIds: [2] }, []],
    ])('%s', (_name, filter, shown) => {
      expect(seenBy(all, filter)).toEqual(ids(all.filter((one) => shown.includes(one))))
    })

    it('and no later one when it plays today', () => {
      const today = match({ match_date: '2026-03-14T22:30:00Z' })
      expect(seenBy([tomorrow, today], { text: 'brevent' })).toEqual([today.match_id])
    })
  })

  it('are not those announced for a chosen day that has passed', () => {
    expect(seenBy([match({ match_date: '2026-03-13T20:00:00Z' })], { day: '2026-03-13' })).toEqual([])
  })

  it('meet all filters at once', () => {
    const wanted = finished(10, { competition_id: 2, home_team: 'Sporting Valdoré' })
    const others = [finished(10, { competition_id: 2 }), finished(10, { home_team: 'Sporting Valdoré' }), match()]
    expect(seenBy([wanted, ...others], { competitionIds: [2], text: 'valdore', day: '2026-03-14' })).toEqual([
      wanted.match_id,
    ])
  })
})
