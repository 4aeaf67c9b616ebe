import { at, type Random } from '../random.ts'
import type { Place } from './lineup.ts'
import type { Incident, Period, Side } from './play.ts'

const KICKS = 5
const SCORED_RATE = 0.76
/** Minutes until the first kick, and between kicks, so that sudden death fits into the period. */
const FIRST_KICK = 1.5
const KICK_EVERY = 0.6
const LAST_ROUND = 7

/** Draws kicks until one side cannot be caught any more; the last round always decides. */
export function drawShootout(random: Random, period: Period, on: Readonly<Record<Side, readonly Place[]>>): Incident[] {
  const takers = { home: random.shuffle(on.home), away: random.shuffle(on.away) }
  const scored = { home: 0, away: 0 }
  const incidents: Incident[] = []
  for (let kick = 0; kick < 2 * LAST_ROUND; kick++) {
    const side: Side = kick % 2 === 0 ? 'home' : 'away'
    const round = Math.floor(kick / 2)
    const decides = kick === 2 * LAST_ROUND - 1
    const hit = decides ? scored.home === scored.away : random.chance(SCORED_RATE)
    if (hit) scored[side] += 1
    const when = period.from + FIRST_KICK + kick * KICK_EVERY
    incidents.push(kickIncident(when, side, at(takers[side], round), kick + 1, hit))
    if (isDecided(scored, kick)) break
  }
  return incidents
}

function isDecided(scored: Readonly<Record<Side, number>>, kick: number): boolean {
  const lead = scored.home - scored.away
  const round = Math.floor(kick / 2) + 1
  const awayLeft = Math.max(0, KICKS - round) + (kick % 2 === 0 ? 1 : 0)
  const homeLeft = Math.max(0, KICKS - round)
  return lead > awayLeft || -lead > homeLeft
}

function kickIncident(when: number, side: Side, taker: Place, order: number, hit: boolean): Incident {
  return {
    at: when,
    until: Number.POSITIVE_INFINITY,
    minute: 120,
    extra: order,
    side,
    type: 'Goal',
    detail: hit ? 'Penalty' : 'Missed Penalty',
    player: taker.player,
    other: null,
    comments: 'Penalty Shootout',
    goal: false,
    shootout: true,
    reversed: false,
  }
}
