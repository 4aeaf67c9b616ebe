import { DAY_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { describe, expect, it } from 'vitest'
import { dayOf, dayOfDate } from '../days.ts'
import { fixturesOn, MAX_MOVE_DAYS } from './calendar.ts'
import { dayPlayed, type Fate } from './fixture.ts'
import { roundRobin } from './pairings.ts'
import { ANCHOR_STEP_MINUTES } from './slots.ts'

const START = dayOfDate('2026-10-20')
/** Complete cycles of nine days, enough for every league to sit out several times. */
const CYCLES = 14
const DAYS = 9 * CYCLES
const fixtures = Array.from({ length: DAYS }, (_, i) => fixturesOn('tribune', START + i))
const all = fixtures.flat()
/** Number of days listed at any moment. */
const WINDOW = 40

describe('a double round-robin', () => {
  it.each([6, 10, 18, 20])('lets each of %i sides meet every other twice, once at home', (size) => {
    const rounds = Array.from({ length: 2 * (size - 1) }, (_, round) => roundRobin(size, round))
    const meetings = rounds.flat().map(([home, away]) => `${home}-${away}`)
    expect(new Set(meetings).size).toBe(size * (size - 1))
    for (const pairs of rounds) expect(new Set(pairs.flat()).size).toBe(size)
  })
})

describe('the calendar', () => {
  it('is the same for the same seed, and differs for another', () => {
    expect(fixturesOn('tribune', START)).toEqual(fixtures[0])
    expect(fixturesOn('other', START)).not.toEqual(fixtures[0])
  })

  it('has 45 to 60 matches a day, each with an id that contains the day', () => {
    for (const [i, day] of fixtures.entries()) {
      expect(day.length).toBeGreaterThanOrEqual(45)
      expect(day.length).toBeLessThanOrEqual(60)
      for (const { id, kickoff } of day) {
        expect(Math.floor(id / 100)).toBe(START + i)
        expect(dayOf(kickoff)).toBe(START + i)
      }
    }
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  })

  it('kicks off an undisturbed, fully covered anchor every 35 minutes without a break', () => {
    const anchors = all.filter(({ anchor }) => anchor).sort((a, b) => a.kickoff - b.kickoff)
    for (const [i, anchor] of anchors.entries()) {
      expect(anchor).toMatchObject({ fate: 'played', cover: 'full' })
      const next = anchors[i + 1]
      if (next) expect(next.kickoff - anchor.kickoff).toBe(ANCHOR_STEP_MINUTES * MINUTE_MS)
    }
    const steps = (day: number) => Math.ceil((day * DAY_MS) / MINUTE_MS / ANCHOR_STEP_MINUTES)
    expect(anchors).toHaveLength(steps(START + DAYS) - steps(START))
  })

  it('never makes a side play twice within three days, moved matches included', () => {
    const unplayed: readonly Fate[] = ['cancelled', 'walkover', 'awarded']
    const days = new Map<number, number[]>()
    for (const fixture of all.filter(({ fate }) => !unplayed.includes(fate))) {
      for (const { id } of [fixture.home, fixture.away]) days.set(id, [...(days.get(id) ?? []), dayPlayed(fixture)])
    }
    for (const played of days.values()) {
      const sorted = played.sort((a, b) => a - b)
      for (const [i, day] of sorted.entries()) if (i > 0) expect(day - (sorted[i - 1] ?? 0)).toBeGreaterThanOrEqual(3)
    }
  })

  it('moves every postponed match to a later day within reach', () => {
    const moved = all.filter(({ fate }) => fate === 'postponed')
    expect(moved.length).toBeGreaterThan(30)
    for (const fixture of moved) {
      const days = dayPlayed(fixture) - fixture.day
      expect(days).toBeGreaterThanOrEqual(5)
      expect(days).toBeLessThanOrEqual(MAX_MOVE_DAYS)
    }
  })

  const RATES: readonly (readonly [Fate, number])[] = [
    ['postponed', 3],
    ['cancelled', 3],
    ['suspended', 3],
    ['interrupted', 4],
    ['abandoned', 1],
    ['awarded', 1],
    ['walkover', 1],
    ['silent', 3],
    ['bare', 9],
    ['late', 9],
  ]

  it.each(RATES)('makes matches %s at their rate: %i in nine days', (fate, rate) => {
    const count = all.filter((fixture) => fixture.fate === fate).length
    expect(count).toBe(rate * CYCLES)
  })

  it('has every kind of round within any window', () => {
    for (let from = 0; from + WINDOW <= DAYS; from += 9) {
      const rounds = new Set(
        fixtures.slice(from, from + WINDOW).flatMap((day) => day.map(({ round }) => round.replace(/\d+$/, 'n'))),
      )
      for (const round of [
        'Regular Season - n',
        'League Stage - n',
        'Group A - n',
        'Round of n',
        'Quarter-finals',
        'Semi-finals',
        'Final',
      ]) {
        expect(rounds).toContain(round)
      }
    }
  })
})
