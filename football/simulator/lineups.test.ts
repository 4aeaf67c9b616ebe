import { MINUTE_MS } from '@tribune/domain/instant.ts'
import { describe, expect, it } from 'vitest'
import { dayOf } from './days.ts'
import { dayPlayed } from './fixture.ts'
import { isOnDuty } from './national.ts'
import type { Voice } from './wire.ts'
import { eventRows } from './wire-events.ts'
import { lineupRows } from './wire-lineups.ts'
import { playerRows } from './wire-players.ts'
import { type Snapshot, World } from './world.ts'

const world = new World('tribune')
const START = Date.parse('2026-11-20T00:00:00Z')
const all = Array.from({ length: 36 }, (_, i) => world.matchesOn(dayOf(START) - 28 + i, new Date(START)))
  .flat()
  .filter(({ fixture }) => fixture.fate === 'played')
const full = all.filter(({ fixture }) => fixture.cover === 'full')
const covered = (cover: Snapshot['fixture']['cover']) => all.filter(({ fixture }) => fixture.cover === cover)

/** What is told of a match so many minutes after its hour. */
function tell(snapshot: Snapshot, minutes: number) {
  const now = new Date(snapshot.fixture.kickoff + minutes * MINUTE_MS)
  const voice: Voice = { base: '', zone: 'UTC', now, seed: world.seed }
  const then = world.match(snapshot.fixture.id, now)
  if (!then) throw new Error('no such match')
  return {
    lineups: lineupRows(voice, world.squads, then),
    players: playerRows(voice, then),
    events: eventRows(voice, then),
  }
}

describe('lineups', () => {
  it('are out 30 to 40 minutes before the start, of both sides soon after at the latest', () => {
    const sides = (minutes: number) => full.map((match) => tell(match, minutes).lineups.length)
    expect(Math.max(...sides(-41))).toBe(0)
    expect(new Set(sides(-35))).toEqual(new Set([0, 1, 2]))
    expect(Math.min(...sides(-17))).toBe(2)
  })

  it('name eleven and a bench, all different, in the rows of the formation', () => {
    for (const match of full) {
      for (const { startXI, substitutes, formation } of tell(match, 0).lineups) {
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

  it('change in the warm-up of a few matches, by one player, and never after the start', () => {
    const starters = (match: Snapshot, minutes: number) =>
      tell(match, minutes).lineups.map(({ startXI }) => startXI.map(({ player }) => player.id))
    const changed = full.filter((match) => JSON.stringify(starters(match, -15)) !== JSON.stringify(starters(match, -5)))
    expect(changed.length / full.length).toBeGreaterThan(0.01)
    expect(changed.length / full.length).toBeLessThan(0.15)
    for (const match of full.slice(0, 50)) expect(starters(match, -5)).toEqual(starters(match, 500))
  })

  it('leave out players whose national side plays that day or the day beside', () => {
    for (const { fixture, lineups } of all.filter((match) => !match.fixture.home.national)) {
      for (const { starters, bench } of [lineups.home, lineups.away]) {
        const called = [...starters, ...bench].flatMap(({ player }) => player.calledBy ?? [])
        expect(called.some((country) => isOnDuty(country, dayPlayed(fixture)))).toBe(false)
      }
    }
  })
})

describe('players', () => {
  it('are those of the lineup, the unused bench among them, under the same ids and sometimes another name', () => {
    const names = full.flatMap((match) => {
      const { lineups, players } = tell(match, 500)
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

  it('make minutes add up: eleven times ninety, less what red cards took', () => {
    for (const match of full.filter(({ timeline }) => timeline.decidedBy === 'FT')) {
      const { players, events } = tell(match, 500)
      if (events.some(({ detail }) => detail === 'Red Card')) continue
      for (const { players: side } of players) {
        expect(side.reduce((sum, { statistics }) => sum + (statistics[0]?.games.minutes ?? 0), 0)).toBe(11 * 90)
      }
    }
  })
})

describe('where the provider covers badly', () => {
  it('none: never a lineup nor a player', () => {
    for (const match of covered('none')) expect(tell(match, 3000)).toMatchObject({ lineups: [], players: [] })
  })

  it('after: lineups only once the match is over, never statistics', () => {
    for (const match of covered('after')) {
      expect(tell(match, 60).lineups).toEqual([])
      expect(tell(match, 500)).toMatchObject({ lineups: [{}, {}], players: [] })
    }
  })

  it('lineups: without statistics', () => {
    for (const match of covered('lineups')) expect(tell(match, 500)).toMatchObject({ lineups: [{}, {}], players: [] })
  })

  it('shaky: no coach, no colours, null ids that read 0 among the players, ten men now and then', () => {
    const shaky = covered('shaky')
    const elevens = shaky.map((match) => {
      const { lineups, players, events } = tell(match, 500)
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

  it('is the case of some matches, never of an anchor', () => {
    for (const cover of ['none', 'after', 'lineups', 'shaky'] as const) {
      expect(covered(cover).length).toBeGreaterThan(5)
      expect(covered(cover).some(({ fixture }) => fixture.anchor)).toBe(false)
    }
  })
})
