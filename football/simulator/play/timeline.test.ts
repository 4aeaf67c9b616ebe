import { HOUR_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { describe, expect, it } from 'vitest'
import { fixturesOn } from '../calendar/calendar.ts'
import { Squads } from '../clubs/squads.ts'
import { dayOf, dayOfDate } from '../days.ts'
import type { WireContext } from '../wire/wire.ts'
import { playerRows } from '../wire/wire-lineups.ts'
import { type Snapshot, World } from '../world.ts'
import { type Lineup, lineupOf } from './lineup.ts'
import type { Incident, Side } from './play.ts'
import { scoreOf, shootoutScore, type Timeline, timelineOf } from './timeline.ts'

const SEED = 'tribune'
const START = dayOfDate('2026-10-20')
const squads = new Squads(SEED)

const matches = Array.from({ length: 45 }, (_, i) => fixturesOn(SEED, START + i))
  .flat()
  .map((fixture) => {
    const lineups = {
      home: lineupOf(SEED, squads, fixture, fixture.home),
      away: lineupOf(SEED, squads, fixture, fixture.away),
    }
    return { fixture, lineups, timeline: timelineOf(SEED, fixture, lineups) }
  })

const visible = ({ incidents }: Timeline) => incidents.filter(({ until }) => until > Number.MAX_SAFE_INTEGER)

/** Returns the ids of one side's players who did something while off the field. */
function absentees(side: Side, lineup: Lineup, incidents: readonly Incident[]): number[] {
  const on = new Set(lineup.starters.map(({ player }) => player.id))
  const absent: number[] = []
  // A corrected goal is reported later than it was scored.
  const isCorrection = (one: Incident) => one.goal && incidents.some(({ goal, until }) => goal && until === one.at)
  const theirs = incidents.filter((one) => one.side === side && one.detail !== 'Own Goal' && !isCorrection(one))
  for (const one of theirs) {
    if (!on.has(one.player.id) && one.type !== 'Var') absent.push(one.player.id)
    if (one.type === 'subst' && one.other) {
      on.delete(one.player.id)
      on.add(one.other.id)
    } else if (one.other && !on.has(one.other.id)) absent.push(one.other.id)
    if (one.detail === 'Red Card') on.delete(one.player.id)
  }
  return absent
}

describe('a timeline', () => {
  it('is in order, without gaps between its periods', () => {
    for (const { timeline } of matches) {
      for (const [i, period] of timeline.periods.entries()) expect(period.from).toBe(timeline.periods[i - 1]?.to ?? 0)
      const times = timeline.incidents.map(({ at }) => at)
      expect(times).toEqual([...times].sort((a, b) => a - b))
      expect(Math.max(0, ...times)).toBeLessThan(timeline.end)
    }
  })

  it('lets only players on the field score, assist, be booked and go off', () => {
    for (const { timeline, lineups } of matches) {
      expect(absentees('home', lineups.home, timeline.incidents)).toEqual([])
      expect(absentees('away', lineups.away, timeline.incidents)).toEqual([])
    }
  })

  it('makes three to five substitutions a side between 46 and 85, one more in extra time', () => {
    for (const { timeline } of matches) {
      for (const side of ['home', 'away'] as const) {
        const changes = timeline.incidents.filter((one) => one.type === 'subst' && one.side === side)
        expect(changes.length).toBeGreaterThanOrEqual(3)
        expect(changes.length).toBeLessThanOrEqual(timeline.decidedBy === 'FT' ? 5 : 6)
        for (const { minute } of changes.filter((one) => one.minute <= 90)) {
          expect(minute).toBeGreaterThanOrEqual(46)
          expect(minute).toBeLessThanOrEqual(85)
        }
      }
    }
  })

  it('has 15 minutes of half-time and stoppages of 1-3 and 3-7', () => {
    for (const { timeline } of matches) {
      const [first, half, second] = timeline.periods
      expect(half ? half.to - half.from : 0).toBe(15)
      const stoppages = [first, second].map((period) => (period ? period.to - period.from - 45 : 0))
      expect([1, 2, 3]).toContain(stoppages[0])
      expect([3, 4, 5, 6, 7]).toContain(stoppages[1])
    }
  })

  it('decides knockout ties: by goals, extra time or kicks, and nothing else', () => {
    for (const { fixture, timeline } of matches) {
      const score = scoreOf(timeline.incidents, timeline.end)
      if (!fixture.knockout) expect(timeline.decidedBy).toBe('FT')
      else if (timeline.decidedBy === 'PEN') {
        const kicks = shootoutScore(timeline.incidents, timeline.end)
        expect(score.home).toBe(score.away)
        expect(kicks.home).not.toBe(kicks.away)
      } else expect(score.home).not.toBe(score.away)
    }
    const ways = new Set(matches.map(({ timeline }) => timeline.decidedBy))
    expect(ways).toEqual(new Set(['FT', 'AET', 'PEN']))
  })

  it('never sends an anchor to extra time', () => {
    for (const { timeline } of matches.filter(({ fixture }) => fixture.anchor)) expect(timeline.decidedBy).toBe('FT')
  })

  it('scores like football: two to three goals a match, more for the stronger side', () => {
    const goals = matches.map(({ timeline }) => visible(timeline).filter(({ goal }) => goal).length)
    const mean = goals.reduce((sum, one) => sum + one, 0) / goals.length
    expect(mean).toBeGreaterThan(2)
    expect(mean).toBeLessThan(3.2)
    const uneven = matches.filter(({ fixture }) => fixture.home.strength > fixture.away.strength + 0.25)
    const wins = uneven.filter(({ timeline }) => {
      const { home, away } = scoreOf(timeline.incidents, timeline.end)
      return home > away
    })
    expect(wins.length / uneven.length).toBeGreaterThan(0.55)
  })

  it('removes an annulled goal before the period ends, with a VAR incident', () => {
    const cancelled = ({ incidents }: Timeline) =>
      incidents.filter(
        (one) => one.goal && one.until < 1e6 && !incidents.some(({ goal, at }) => goal && at === one.until),
      )
    expect(matches.flatMap(({ timeline }) => cancelled(timeline)).length).toBeGreaterThan(20)
    for (const { timeline } of matches) {
      for (const goal of cancelled(timeline)) {
        const verdict = timeline.incidents.find((one) => one.type === 'Var' && one.at === goal.until)
        expect(verdict?.player.id).toBe(goal.player.id)
        const counted = (played: number) => scoreOf([goal], played)[goal.side]
        expect([counted(goal.at), counted(goal.until)]).toEqual([1, 0])
      }
    }
  })

  it('corrects some scorers without a change of the score', () => {
    const corrections = matches.flatMap(({ timeline: { incidents } }) =>
      incidents.flatMap((wrong) => {
        const right = incidents.find(({ goal, at }) => goal && at === wrong.until)
        return right === undefined ? [] : [{ wrong, right, incidents }]
      }),
    )
    expect(corrections.length).toBeGreaterThan(10)
    for (const { wrong, right, incidents } of corrections) {
      expect([wrong.player.id, wrong.other?.id]).toEqual([right.other?.id, right.player.id])
      expect(wrong.minute).toBe(right.minute)
      const goals = (played: number) => scoreOf([wrong, right], played)[wrong.side]
      expect([wrong.at, right.at - 0.01, right.at].map(goals)).toEqual([1, 1, 1])
      expect(incidents.filter(({ goal, at }) => goal && at === right.at)).toHaveLength(1)
    }
  })

  it('has missed penalties, own goals, red cards and reversed substitutions', () => {
    const details = new Set(matches.flatMap(({ timeline }) => timeline.incidents.map(({ detail }) => detail)))
    for (const detail of ['Normal Goal', 'Own Goal', 'Penalty', 'Missed Penalty', 'Red Card', 'Goal cancelled']) {
      expect(details).toContain(detail)
    }
    expect(matches.some(({ timeline }) => timeline.incidents.some(({ reversed }) => reversed))).toBe(true)
  })
})

const world = new World(SEED)
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
