import { HOUR_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { describe, expect, it } from 'vitest'
import { dayOf } from '../days.ts'
import type { WireContext } from '../wire/wire.ts'
import { playerRows } from '../wire/wire-players.ts'
import { type Snapshot, World } from '../world.ts'

const world = new World('tribune')
const NOON = Date.parse('2026-11-20T12:00:00Z')
const DAYS = [-1, -2, -3, -4, -5, -6]

const contextAt = (now: Date): WireContext => ({ base: '', zone: 'UTC', now, seed: world.seed })
const covered = DAYS.flatMap((offset) => world.matchesOn(dayOf(NOON) + offset, new Date(NOON))).filter(
  ({ fixture, moment }) => fixture.cover === 'full' && moment.finishedAt !== null,
)

/** Minutes and ratings by player id, as reported `after` ms past the whistle (negative: before it). */
function playersAt(snapshot: Snapshot, after: number) {
  const now = new Date((snapshot.moment.finishedAt ?? 0) + after)
  const then = world.match(snapshot.fixture.id, now)
  const rows = then ? playerRows(contextAt(now), then) : []
  const players = rows.flatMap(({ team, players: all }) => all.map((row) => ({ ...row, teamId: team.id })))
  return new Map(
    players.map((row) => [row.player.id, { ...row.statistics[0]?.games, goals: row.statistics[0]?.goals.total ?? 0 }]),
  )
}

describe('ratings', () => {
  it('are texts between 3 and 10, without a needless ".0", and only for those who played', () => {
    for (const match of covered) {
      const players = [...playersAt(match, MINUTE_MS).values()]
      for (const { rating, minutes } of players) {
        if (minutes === null || minutes === undefined) expect(rating).toBeNull()
        else if (rating) {
          expect(rating).toMatch(/^(10|\d(\.[1-9])?)$/)
          expect(Number(rating)).toBeGreaterThanOrEqual(3)
        }
      }
      expect(players.filter(({ rating }) => rating).length).toBeGreaterThanOrEqual(22)
      expect(players.some(({ minutes }) => minutes === null)).toBe(true)
    }
  })

  it('are higher for scorers', () => {
    const players = covered.flatMap((match) => [...playersAt(match, MINUTE_MS).values()]).filter(({ rating }) => rating)
    const mean = (list: typeof players) => list.reduce((sum, { rating }) => sum + Number(rating), 0) / list.length
    const scorers = players.filter(({ goals }) => goals > 0)
    expect(mean(scorers)).toBeGreaterThan(mean(players) + 0.6)
    expect(mean(players)).toBeGreaterThan(6.3)
    expect(mean(players)).toBeLessThan(7.1)
  })

  it('are corrected slightly, for a few players, some hours after the whistle and never again', () => {
    let corrected = 0
    for (const match of covered) {
      const [first, later, last] = [MINUTE_MS, 3 * HOUR_MS, 21 * HOUR_MS].map((after) => playersAt(match, after))
      expect(playersAt(match, 2 * HOUR_MS)).toEqual(first)
      expect(playersAt(match, 400 * HOUR_MS)).toEqual(last)
      for (const [id, { rating }] of first ?? []) {
        const change = Math.abs(Number(later?.get(id)?.rating ?? 0) - Number(rating ?? 0))
        expect(change).toBeLessThan(0.25)
        if (change > 0) corrected += 1
      }
    }
    expect(corrected / covered.length).toBeGreaterThan(1)
    expect(corrected / covered.length).toBeLessThan(8)
  })

  it('appear during play, ten minutes after a player enters', () => {
    for (const match of covered.filter(({ fixture }) => fixture.anchor).slice(0, 20)) {
      const early = [...playersAt(match, -107 * MINUTE_MS).values()]
      expect(early.every(({ rating }) => rating === null)).toBe(true)
      const late = [...playersAt(match, -30 * MINUTE_MS).values()]
      expect(late.filter(({ rating }) => rating !== null).length).toBeGreaterThanOrEqual(20)
    }
  })
})
