import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { describe, expect, it } from 'vitest'
import { dayPlayed } from '../calendar/fixture.ts'
import { isOnDuty } from '../calendar/pairings.ts'
import { dayOf } from '../days.ts'
import type { WireContext } from '../wire/wire.ts'
import { eventRows } from '../wire/wire-events.ts'
import { lineupRows } from '../wire/wire-lineups.ts'
import { playerRows } from '../wire/wire-players.ts'
import { type Snapshot, World } from '../world.ts'

const world = new World('tribune')
const START = Date.parse('2026-11-20T00:00:00Z')
const all = Array.from({ length: 36 }, (_, i) => world.matchesOn(dayOf(START) - 28 + i, new Date(START)))
  .flat()
  .filter(({ fixture }) => fixture.fate === 'played')
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
