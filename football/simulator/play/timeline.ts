import type { Fixture } from '../calendar/fixture.ts'
import { Random } from '../random.ts'
import { drawEvents } from './incidents.ts'
import type { Lineup } from './lineup.ts'
import type { Drawing, Incident, Period, Side } from './play.ts'

export interface Timeline {
  readonly periods: readonly Period[]
  readonly incidents: readonly Incident[]
  readonly end: number
  readonly decidedBy: 'FT' | 'AET' | 'PEN'
  /** Stoppage of the second half. */
  readonly stoppage: number
}

const HALF = 45
const HALF_TIME = 15
/** Longer stoppage for anchors: with 35 minutes between kick-offs one of them is always past minute 60. */
const ANCHOR_STOPPAGE: readonly [readonly [number, number], readonly [number, number]] = [
  [2, 3],
  [6, 7],
]
const STOPPAGE: readonly [readonly [number, number], readonly [number, number]] = [
  [1, 3],
  [3, 7],
]
const BREAK_BEFORE_EXTRA_TIME = 5
const EXTRA_HALF = 15
const EXTRA_BREAK = 2
const SHOOTOUT_MINUTES = 11
const WRONG_SCORER_RATE = 0.05
const CORRECTION_MINUTES = 3

/**
 * Draws the course of a match, always the same for seed and match. Anchors are redrawn until they need no extra time, which would leave more
 * than an hour between two final whistles of their chain.
 */
export function timelineOf(
  seed: string,
  fixture: Fixture,
  lineups: Readonly<Record<Side, Lineup>>,
  draw = 0,
): Timeline {
  const random = new Random(seed, 'timeline', fixture.id, draw)
  const [first, second] = fixture.anchor ? ANCHOR_STOPPAGE : STOPPAGE
  const stoppage = random.int(...second)
  const regular = regularPeriods(random.int(...first), stoppage)
  const drawing: Drawing = { random, fixture, lineups }
  const finish = (periods: readonly Period[], drawn: readonly Incident[], decidedBy: Timeline['decidedBy']) => {
    const incidents = withCorrections(new Random(seed, 'corrections', fixture.id), periods, drawn)
    return { periods, incidents: incidents.sort((a, b) => a.at - b.at), end: endOf(periods), decidedBy, stoppage }
  }
  const opening = drawEvents(drawing, regular, null)
  if (!fixture.knockout || !level(opening)) return finish(regular, opening, 'FT')
  if (fixture.anchor) return timelineOf(seed, fixture, lineups, draw + 1)
  const extra = extraPeriods(endOf(regular))
  const overtime = drawEvents(drawing, extra, opening)
  const periods = [...regular, ...extra]
  if (!level(overtime)) return finish(periods, overtime, 'AET')
  const shootout: Period = { status: 'P', from: endOf(extra), to: endOf(extra) + SHOOTOUT_MINUTES, base: 120, cap: 120 }
  return finish([...periods, shootout], drawEvents(drawing, [shootout], overtime), 'PEN')
}

/** Credits some goals first to the player who gave the pass, until the feed corrects that in the same period. */
function withCorrections(random: Random, periods: readonly Period[], incidents: readonly Incident[]): Incident[] {
  return incidents.flatMap((one) => {
    const latest = periods.find(({ from, to }) => one.at >= from && one.at < to)?.to ?? 0
    const corrected = one.at + CORRECTION_MINUTES
    const isWrong = one.goal && random.chance(WRONG_SCORER_RATE) && corrected < Math.min(latest, one.until)
    if (!isWrong || one.other === null) return [one]
    return [
      { ...one, player: one.other, other: one.player, until: corrected },
      { ...one, at: corrected },
    ]
  })
}

function endOf(periods: readonly Period[]): number {
  return periods.at(-1)?.to ?? 0
}

function regularPeriods(first: number, second: number): Period[] {
  const half = HALF + first
  const restart = half + HALF_TIME
  return [
    { status: '1H', from: 0, to: half, base: 0, cap: 45 },
    { status: 'HT', from: half, to: restart, base: 45, cap: 45 },
    { status: '2H', from: restart, to: restart + HALF + second, base: 45, cap: 90 },
  ]
}

function extraPeriods(start: number): Period[] {
  const one = start + BREAK_BEFORE_EXTRA_TIME
  const pause = one + EXTRA_HALF + 1
  const two = pause + EXTRA_BREAK
  return [
    { status: 'BT', from: start, to: one, base: 90, cap: 90 },
    { status: 'ET', from: one, to: pause, base: 90, cap: 105 },
    { status: 'BT', from: pause, to: two, base: 105, cap: 105 },
    { status: 'ET', from: two, to: two + EXTRA_HALF + 2, base: 105, cap: 120 },
  ]
}

function level(incidents: readonly Incident[]): boolean {
  const { home, away } = scoreOf(incidents, Number.MAX_VALUE)
  return home === away
}

/** Counts the goals reported by a moment of play and not annulled since, from play time `from` on. */
export function scoreOf(incidents: readonly Incident[], played: number, from = 0): Record<Side, number> {
  const count = (side: Side) =>
    incidents.filter((one) => one.goal && one.side === side && one.at >= from && one.at <= played && one.until > played)
      .length
  return { home: count('home'), away: count('away') }
}

/** Counts the shoot-out kicks scored so far. */
export function shootoutScore(incidents: readonly Incident[], played: number): Record<Side, number> {
  const count = (side: Side) =>
    incidents.filter((one) => one.shootout && one.detail === 'Penalty' && one.side === side && one.at <= played).length
  return { home: count('home'), away: count('away') }
}
