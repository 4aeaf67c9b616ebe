import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { describe, expect, it } from 'vitest'
import { dayPlayed, type Fate, type Fixture } from '../calendar/fixture.ts'
import { isOnDuty } from '../calendar/pairings.ts'
import { dayOf } from '../days.ts'
import { fixtureRow, type WireContext } from '../wire/wire.ts'
import { eventRows } from '../wire/wire-events.ts'
import { lineupRows, playerRows } from '../wire/wire-lineups.ts'
import { type Snapshot, World } from '../world.ts'
import type { Status } from './moment.ts'

const world = new World('tribune')
const START = Date.parse('2026-11-20T00:00:00Z')
const listed = Array.from({ length: 36 }, (_, i) => world.matchesOn(dayOf(START) - 28 + i, new Date(START))).flat()
const all = listed.filter(({ fixture }) => fixture.fate === 'played')
const full = all.filter(({ fixture }) => fixture.cover === 'full')
const covered = (cover: Snapshot['fixture']['cover']) => all.filter(({ fixture }) => fixture.cover === cover)

/** The rows of a match `minutes` after its kick-off. */
function rowsAt(snapshot: Snapshot, minutes: number) {
  const now = new Date(snapshot.fixture.kickoff + minutes * MINUTE_MS)
  const context: WireContext = { base: '', zone: 'UTC', now, seed: world.seed }
  const then = world.match(snapshot.fixture.id, now)
  if (!then) throw new Error('no such match')
  return {
    lineups: lineupRows(context, world.squads, then),
    players: playerRows(context, then),
    events: eventRows(context, then),
  }
}

describe('lineups', () => {
  it('are published 30 to 40 minutes before kick-off, of both sides soon after at the latest', () => {
    const sides = (minutes: number) => full.map((match) => rowsAt(match, minutes).lineups.length)
    expect(Math.max(...sides(-41))).toBe(0)
    expect(new Set(sides(-35))).toEqual(new Set([0, 1, 2]))
    expect(Math.min(...sides(-17))).toBe(2)
  })

  it('have eleven starters and a bench, all distinct, in the rows of the formation', () => {
    for (const match of full) {
      for (const { startXI, substitutes, formation } of rowsAt(match, 0).lineups) {
        expect(startXI).toHaveLength(11)
        expect(substitutes.length).toBeGreaterThanOrEqual(6)
        const ids = [...startXI, ...substitutes].map(({ player }) => player.id)
        expect(new Set(ids).size).toBe(ids.length)
        const rows = startXI.map(({ player }) => Number(player.grid?.split(':')[0]))
        const sizes = formation.split('-').map((_, row) => rows.filter((one) => one === row + 2).length)
        expect(sizes.join('-')).toBe(formation)
        expect(startXI.filter(({ player }) => player.pos === 'G')).toHaveLength(1)
        expect(substitutes.every(({ player }) => player.grid === null)).toBe(true)
      }
    }
  })

  it('change in the warm-up of a few matches, by one player, and never after kick-off', () => {
    const starters = (match: Snapshot, minutes: number) =>
      rowsAt(match, minutes).lineups.map(({ startXI }) => startXI.map(({ player }) => player.id))
    const changed = full.filter((match) => JSON.stringify(starters(match, -15)) !== JSON.stringify(starters(match, -5)))
    expect(changed.length / full.length).toBeGreaterThan(0.01)
    expect(changed.length / full.length).toBeLessThan(0.15)
    for (const match of full.slice(0, 50)) expect(starters(match, -5)).toEqual(starters(match, 500))
  })

  it('leave out players whose national side plays within a day', () => {
    for (const { fixture, lineups } of all.filter((match) => !match.fixture.home.national)) {
      for (const { starters, bench } of [lineups.home, lineups.away]) {
        const called = [...starters, ...bench].flatMap(({ player }) => player.calledBy ?? [])
        expect(called.some((country) => isOnDuty(country, dayPlayed(fixture)))).toBe(false)
      }
    }
  })
})

describe('players', () => {
  it('are those of the lineup, unused substitutes included, with the same ids and sometimes another name', () => {
    const names = full.flatMap((match) => {
      const { lineups, players } = rowsAt(match, 500)
      const listed = lineups.flatMap(({ startXI, substitutes }) =>
        [...startXI, ...substitutes].map(({ player }) => player),
      )
      const counted = players.flatMap((side) => side.players.map(({ player }) => player))
      expect(counted.map(({ id }) => id)).toEqual(listed.map(({ id }) => id))
      return listed.map(({ name }, i) => name === counted[i]?.name)
    })
    const same = names.filter((one) => one).length / names.length
    expect(same).toBeGreaterThan(0.3)
    expect(same).toBeLessThan(0.7)
  })

  it('have minutes that add up to eleven times ninety in a match without red cards', () => {
    for (const match of full.filter(({ timeline }) => timeline.decidedBy === 'FT')) {
      const { players, events } = rowsAt(match, 500)
      if (events.some(({ detail }) => detail === 'Red Card')) continue
      for (const { players: side } of players) {
        expect(side.reduce((sum, { statistics }) => sum + (statistics[0]?.games.minutes ?? 0), 0)).toBe(11 * 90)
      }
    }
  })
})

describe('bad coverage', () => {
  it('none: has neither lineups nor players', () => {
    for (const match of covered('none')) expect(rowsAt(match, 3000)).toMatchObject({ lineups: [], players: [] })
  })

  it('after: has lineups only once the match is over, and never statistics', () => {
    for (const match of covered('after')) {
      expect(rowsAt(match, 60).lineups).toEqual([])
      expect(rowsAt(match, 500)).toMatchObject({ lineups: [{}, {}], players: [] })
    }
  })

  it('lineups: has no statistics', () => {
    for (const match of covered('lineups')) expect(rowsAt(match, 500)).toMatchObject({ lineups: [{}, {}], players: [] })
  })

  it('shaky: has no coach or colours, null ids in lineups and 0 in players, and sometimes ten starters', () => {
    const shaky = covered('shaky')
    const elevens = shaky.map((match) => {
      const { lineups, players, events } = rowsAt(match, 500)
      const [, away] = lineups
      expect(away).toMatchObject({ coach: { id: null, name: null, photo: null }, team: { colors: null } })
      const nameless = [...(away?.startXI ?? []), ...(away?.substitutes ?? [])].filter(
        ({ player }) => player.id === null,
      )
      expect(nameless).toHaveLength(2)
      expect(players[1]?.players.filter(({ player }) => player.id === 0)).toHaveLength(2)
      expect(nameless.filter(({ player }) => player.number === null)).toHaveLength(1)
      expect(events.every(({ player }) => player.id === null)).toBe(true)
      return away?.startXI.length
    })
    expect(new Set(elevens)).toEqual(new Set([10, 11]))
  })

  it('occurs in some matches, but never in an anchor', () => {
    for (const cover of ['none', 'after', 'lineups', 'shaky'] as const) {
      expect(covered(cover).length).toBeGreaterThan(5)
      expect(covered(cover).some(({ fixture }) => fixture.anchor)).toBe(false)
    }
  })
})

function some(test: (snapshot: Snapshot) => boolean): Fixture {
  const found = listed.find(test)
  if (!found) throw new Error('no such match')
  return found.fixture
}

const fated = (fate: Fate) => some(({ fixture }) => fixture.fate === fate)
const at = (fixture: Fixture, minutes: number) => new Date(fixture.kickoff + minutes * MINUTE_MS)

function row(fixture: Fixture, minutes: number) {
  const now = at(fixture, minutes)
  const snapshot = world.match(fixture.id, now)
  if (!snapshot) throw new Error('no such match')
  return fixtureRow({ base: '', zone: 'UTC', now, seed: world.seed }, snapshot)
}

/** The successive statuses of a match from ten minutes before its kick-off. */
function course(fixture: Fixture, until = 300): string[] {
  const all = Array.from({ length: until + 10 }, (_, i) => row(fixture, i - 10).fixture.status.short)
  return all.filter((status, i) => status !== all[i - 1])
}

describe('the course of a match', () => {
  const decided = (by: string) =>
    some(({ timeline, fixture }) => timeline.decidedBy === by && fixture.fate === 'played')

  it.each<readonly [string, Fixture, readonly Status[]]>([
    ['played', decided('FT'), ['NS', '1H', 'HT', '2H', 'FT']],
    ['after extra time', decided('AET'), ['NS', '1H', 'HT', '2H', 'BT', 'ET', 'BT', 'ET', 'AET']],
    ['after a shoot-out', decided('PEN'), ['NS', '1H', 'HT', '2H', 'BT', 'ET', 'BT', 'ET', 'P', 'PEN']],
    ['late', fated('late'), ['NS', '1H', 'HT', '2H', 'FT']],
    ['bare', fated('bare'), ['NS', 'LIVE', 'FT']],
    ['silent', fated('silent'), ['NS']],
    ['cancelled', fated('cancelled'), ['CANC']],
    ['walkover', fated('walkover'), ['WO']],
    ['awarded', fated('awarded'), ['NS', 'AWD']],
    ['postponed', fated('postponed'), ['PST']],
  ])('%s', (_, fixture, statuses) => {
    expect(course(fixture)).toEqual(statuses)
  })

  it('interrupted: stops with its minute, then goes on to the end', () => {
    const fixture = fated('interrupted')
    const statuses = course(fixture)
    const stop = statuses.indexOf('INT')
    expect(statuses[stop + 1]).toBe(statuses[stop - 1])
    expect(statuses.at(-1)).toBe('FT')
  })

  it.each([
    ['suspended', 'SUSP'],
    ['abandoned', 'ABD'],
  ] as const)('%s: is interrupted first, then stopped for good, with minute and score frozen', (fate, status) => {
    const fixture = fated(fate)
    expect(course(fixture).slice(-2)).toEqual(['INT', status])
    expect(row(fixture, 200)).toMatchObject({ goals: row(fixture, 3000).goals, fixture: row(fixture, 3000).fixture })
    expect(row(fixture, 200).fixture.status.elapsed).toBeGreaterThan(15)
  })

  it('a stopped match leaves the live list some hours later', () => {
    const fixture = fated('suspended')
    const isLive = (minutes: number) => world.live(at(fixture, minutes)).some((one) => one.fixture.id === fixture.id)
    expect([isLive(180), isLive(300)]).toEqual([true, false])
  })

  it('silent: has no live score until twenty hours later', () => {
    const fixture = fated('silent')
    expect(row(fixture, 19 * 60).fixture.status.short).toBe('NS')
    expect(row(fixture, 20 * 60)).toMatchObject({
      fixture: { status: { short: 'FT' } },
      goals: { home: expect.any(Number) },
    })
  })

  it('late: is still upcoming for seven minutes after its kick-off', () => {
    const fixture = fated('late')
    expect(row(fixture, 6).fixture.status.short).toBe('NS')
    expect(row(fixture, 7).fixture.status).toMatchObject({ short: '1H', elapsed: 1 })
  })

  it('an unknown hour is the start of the day until six days before', () => {
    const fixture = some(({ fixture: { hourKnownFrom } }) => hourKnownFrom > 0)
    const before = row(fixture, -8 * 24 * 60).fixture
    expect(before.status.short).toBe('TBD')
    expect(before.date).toMatch(/T00:00:00\+00:00$/)
    expect(row(fixture, -5 * 24 * 60).fixture).toMatchObject({
      status: { short: 'NS' },
      timestamp: fixture.kickoff / 1000,
    })
  })
})

describe('a row', () => {
  const nothing = { home: null, away: null }

  it('before the start: no score, no winner, no period', () => {
    const fixture = some(({ fixture: { anchor } }) => anchor)
    const { goals, score, teams, fixture: upcoming } = row(fixture, -5)
    expect([goals, score.halftime, score.fulltime, score.extratime, score.penalty]).toEqual(
      Array.from({ length: 5 }, () => nothing),
    )
    expect([teams.home.winner, teams.away.winner]).toEqual([null, null])
    expect(upcoming.periods).toEqual({ first: null, second: null })
  })

  it('in play: the running score as half-time score in the first half, no full-time score until full time', () => {
    const fixture = some(({ fixture: { anchor } }) => anchor)
    const first = row(fixture, 30)
    expect(first.score).toMatchObject({ halftime: first.goals, fulltime: nothing })
    expect(first.fixture.periods).toEqual({ first: fixture.kickoff / 1000, second: null })
    const second = row(fixture, 90)
    expect(second.score.fulltime).toEqual(nothing)
    expect(second.fixture.periods.second).toBe(fixture.kickoff / 1000 + 3600)
    const end = row(fixture, 130)
    expect(end.score).toMatchObject({ fulltime: end.goals, extratime: nothing, penalty: nothing })
  })

  it('after a shoot-out: goals without kicks, the score of each part, the winner by kicks', () => {
    const { goals, score, teams } = row(
      some(({ timeline }) => timeline.decidedBy === 'PEN'),
      300,
    )
    expect(goals.home).toBe(goals.away)
    expect((score.fulltime.home ?? 0) + (score.extratime.home ?? 0)).toBe(goals.home)
    expect((score.fulltime.away ?? 0) + (score.extratime.away ?? 0)).toBe(goals.away)
    expect(teams.home.winner).toBe((score.penalty.home ?? 0) > (score.penalty.away ?? 0))
    expect(teams.away.winner).toBe(!teams.home.winner)
  })

  it('of a draw: no winner; of a lead: the leading side wins', () => {
    for (const { fixture } of listed.filter((one) => one.fixture.anchor).slice(0, 120)) {
      const { goals, teams } = row(fixture, 130)
      const lead = (goals.home ?? 0) - (goals.away ?? 0)
      expect(teams.home.winner).toBe(lead === 0 ? null : lead > 0)
      expect(teams.away.winner).toBe(lead === 0 ? null : lead < 0)
    }
  })

  it('awarded: three to nil without a minute; walkover: no score at all', () => {
    const awarded = row(fated('awarded'), 200)
    expect([awarded.goals.home, awarded.goals.away].sort()).toEqual([0, 3])
    expect(awarded.fixture.status.elapsed).toBeNull()
    expect(row(fated('walkover'), 200).goals).toEqual(nothing)
  })

  it('LIVE: a score, but neither minute nor half-time', () => {
    const { fixture, goals, score } = row(fated('bare'), 70)
    expect(fixture.status).toMatchObject({ short: 'LIVE', elapsed: null })
    expect(goals.home).toEqual(expect.any(Number))
    expect(score.halftime).toEqual(nothing)
  })

  it('of one match in ten has no venue id, and of some no referee', () => {
    const rows = listed.map(({ fixture }) => row(fixture, 0).fixture)
    expect(rows.filter(({ venue }) => venue.id === null).length / rows.length).toBeGreaterThan(0.05)
    expect(rows.some(({ referee }) => referee === null)).toBe(true)
    expect(rows.some(({ referee }) => referee !== null)).toBe(true)
  })

  it('of an old match is the same an hour after the whistle and a week later', () => {
    const fixture = some(({ fixture: { anchor } }) => anchor)
    expect(row(fixture, 3 * 60)).toEqual(row(fixture, 7 * 24 * 60))
  })
})
