import type { Fixture } from './calendar.ts'
import type { Lineup, Place } from './lineup.ts'
import type { Incident, Period, Side } from './play.ts'
import { at, type Random } from './random.ts'
import { drawShootout } from './shootout.ts'
import type { Player, Position } from './squads.ts'

export interface Drawing {
  readonly random: Random
  readonly fixture: Fixture
  readonly lineups: Readonly<Record<Side, Lineup>>
}

/** Mean goals in ninety minutes. */
const GOALS: Readonly<Record<Side, number>> = { home: 1.5, away: 1.15 }
const NATIONAL_GOALS = 0.9
const YELLOWS = 1.8
const STRAIGHT_RED_RATE = 0.04
const SUBSTITUTIONS: readonly [number, number] = [3, 5]
const SUBSTITUTION_MINUTES: readonly [number, number] = [46, 85]
const REVERSED_RATE = 0.04
const PENALTY_RATE = 0.09
const MISSED_PENALTY_RATE = 0.06
const OWN_GOAL_RATE = 0.03
const ASSIST_RATE = 0.72
const VAR_CANCELS_RATE = 0.07
/** A goal stands this long before VAR takes it back. */
const VAR_MINUTES = 2

const SCORES: Readonly<Record<Position, number>> = { G: 0, D: 1, M: 3, F: 6 }
const MAKES: Readonly<Record<Position, number>> = { G: 0.1, D: 1.5, M: 4, F: 3 }
const FOULS: Readonly<Record<Position, number>> = { G: 0.2, D: 3, M: 3, F: 1.5 }

interface Field {
  readonly on: Place[]
  readonly bench: Place[]
  readonly booked: Set<number>
  substitutions: number
}

interface Plan {
  readonly at: number
  readonly minute: number
  readonly extra: number | null
  readonly side: Side
  /** End of the period: VAR decides before it. */
  readonly latest: number
  readonly kind: 'goal' | 'yellow' | 'red' | 'change'
}

const SIDES: readonly Side[] = ['home', 'away']

export function opponent(side: Side): Side {
  return side === 'home' ? 'away' : 'home'
}

/** Adds what happens in these periods to what happened before. */
export function drawEvents(
  drawing: Drawing,
  periods: readonly Period[],
  before: readonly Incident[] | null,
): Incident[] {
  const fields = replay(drawing.lineups, before ?? [])
  if (periods[0]?.status === 'P') {
    return [
      ...(before ?? []),
      ...drawShootout(drawing.random, periods[0], { home: fields.home.on, away: fields.away.on }),
    ]
  }
  const plans = periods
    .filter(({ status }) => status !== 'HT' && status !== 'BT')
    .flatMap((period) => plan(drawing, period))
  const incidents = plans
    .sort((a, b) => a.at - b.at)
    .flatMap((one) => carryOut(drawing.random, one, fields, before === null))
  return [...(before ?? []), ...incidents]
}

/** Who is on the field once these incidents have happened. */
function replay(lineups: Drawing['lineups'], incidents: readonly Incident[]): Record<Side, Field> {
  const fieldOf = (side: Side): Field => {
    const field: Field = {
      on: [...lineups[side].starters],
      bench: [...lineups[side].bench],
      booked: new Set(),
      substitutions: 0,
    }
    for (const one of incidents.filter((incident) => incident.side === side)) {
      if (one.type === 'subst' && one.other) swap(field, one.player, one.other)
      if (one.detail === 'Yellow Card') field.booked.add(one.player.id)
      if (one.detail === 'Red Card') remove(field.on, one.player)
    }
    return field
  }
  return { home: fieldOf('home'), away: fieldOf('away') }
}

function remove(places: Place[], player: Player): Place | null {
  const index = places.findIndex((place) => place.player.id === player.id)
  return index < 0 ? null : at(places.splice(index, 1), 0)
}

function swap(field: Field, off: Player, on: Player): void {
  const left = remove(field.on, off)
  const came = remove(field.bench, on)
  if (left && came) field.on.push({ ...came, position: left.position })
  field.substitutions += 1
}

/** When things of each kind happen to each side in a period, who is concerned being left open. */
function plan({ random, fixture, lineups }: Drawing, period: Period): Plan[] {
  const share = (period.cap - period.base) / 90
  return SIDES.flatMap((side) => {
    const edge = lineups[side].team.strength / lineups[opponent(side)].team.strength
    const tempo = fixture.home.national ? NATIONAL_GOALS : 1
    const goals = random.poisson(GOALS[side] * edge ** 1.6 * tempo * share)
    const yellows = random.poisson(YELLOWS * share)
    const red = random.chance(STRAIGHT_RED_RATE * share) ? 1 : 0
    return [
      ...moments(random, period, side, 'goal', goals),
      ...moments(random, period, side, 'yellow', yellows),
      ...moments(random, period, side, 'red', red),
      ...changes(random, period, side),
    ]
  })
}

function moments(random: Random, period: Period, side: Side, kind: Plan['kind'], count: number): Plan[] {
  return Array.from({ length: count }, () => {
    const when = period.from + random.next() * (period.to - period.from - 0.2)
    return { at: when, ...minuteOf(period, when), side, latest: period.to, kind }
  })
}

/** Substitutions come in two to four windows of the second half, one more in extra time. */
function changes(random: Random, period: Period, side: Side): Plan[] {
  if (period.status === 'ET') return moments(random, period, side, 'change', period.base === 90 ? 1 : 0)
  if (period.status !== '2H') return []
  const windows = Array.from({ length: random.int(2, 3) }, () => random.int(...SUBSTITUTION_MINUTES))
  return Array.from({ length: random.int(...SUBSTITUTIONS) }, (_, i) => {
    const minute = at(windows, i)
    return {
      at: period.from + minute - 46 + 0.1 + i * 0.05,
      minute,
      extra: null,
      side,
      latest: period.to,
      kind: 'change' as const,
    }
  })
}

/** The minute shown at a moment of a period, stoppage apart. */
export function minuteOf(period: Period, played: number): { minute: number; extra: number | null } {
  if (period.base === period.cap) return { minute: period.cap, extra: null }
  const minute = period.base + Math.floor(played - period.from) + 1
  return minute <= period.cap ? { minute, extra: null } : { minute: period.cap, extra: minute - period.cap }
}

function carryOut(random: Random, one: Plan, fields: Record<Side, Field>, regular: boolean): Incident[] {
  const field = fields[one.side]
  if (one.kind === 'goal') return goal(random, one, fields)
  if (one.kind === 'change') return change(random, one, field, regular ? 5 : 6)
  return card(random, one, field)
}

function incident(one: Plan, player: Player, rest: Partial<Incident> & Pick<Incident, 'type' | 'detail'>): Incident {
  return {
    at: one.at,
    until: Number.POSITIVE_INFINITY,
    minute: one.minute,
    extra: one.extra,
    side: one.side,
    player,
    other: null,
    comments: null,
    goal: false,
    shootout: false,
    reversed: false,
    ...rest,
  }
}

function chosen(random: Random, places: readonly Place[], weights: Readonly<Record<Position, number>>): Player | null {
  const place = random.weighted(places, ({ position, player }) => weights[position] * (0.4 + player.talent))
  return place?.player ?? null
}

function goal(random: Random, one: Plan, fields: Record<Side, Field>): Incident[] {
  const { on } = fields[one.side]
  const unlucky = random.chance(OWN_GOAL_RATE) ? chosen(random, fields[opponent(one.side)].on, FOULS) : null
  if (unlucky) return [incident(one, unlucky, { type: 'Goal', detail: 'Own Goal', goal: true })]
  const scorer = chosen(random, on, SCORES)
  if (!scorer) return []
  if (random.chance(MISSED_PENALTY_RATE)) return [incident(one, scorer, { type: 'Goal', detail: 'Missed Penalty' })]
  if (random.chance(PENALTY_RATE)) return [incident(one, scorer, { type: 'Goal', detail: 'Penalty', goal: true })]
  const others = on.filter(({ player }) => player.id !== scorer.id)
  const other = random.chance(ASSIST_RATE) ? chosen(random, others, MAKES) : null
  const scored = incident(one, scorer, { type: 'Goal', detail: 'Normal Goal', goal: true, other })
  const review = one.at + VAR_MINUTES
  if (!random.chance(VAR_CANCELS_RATE) || review >= one.latest) return [scored]
  const verdict = incident({ ...one, at: review }, scorer, {
    type: 'Var',
    detail: 'Goal cancelled',
    comments: 'Offside',
  })
  return [{ ...scored, until: review }, verdict]
}

function change(random: Random, one: Plan, field: Field, most: number): Incident[] {
  if (field.substitutions >= most) return []
  const fresh = field.bench.filter(({ position }) => position !== 'G')
  if (fresh.length === 0) return []
  const incoming = random.pick(fresh)
  const outfield = field.on.filter(({ position }) => position !== 'G')
  const alike = outfield.filter(({ position }) => position === incoming.position)
  const outgoing = random.pick(alike.length > 0 ? alike : outfield)
  swap(field, outgoing.player, incoming.player)
  return [
    incident(one, outgoing.player, {
      type: 'subst',
      detail: `Substitution ${field.substitutions}`,
      other: incoming.player,
      reversed: random.chance(REVERSED_RATE),
    }),
  ]
}

/** A second yellow is told as a yellow and a red; a side never falls below eight. */
function card(random: Random, one: Plan, field: Field): Incident[] {
  const player = chosen(random, field.on, FOULS)
  if (!player) return []
  const yellow = incident(one, player, { type: 'Card', detail: 'Yellow Card', comments: 'Foul' })
  const red = incident(one, player, { type: 'Card', detail: 'Red Card' })
  const sentOff = one.kind === 'red' || field.booked.has(player.id)
  if (!sentOff) {
    field.booked.add(player.id)
    return [yellow]
  }
  if (field.on.length <= 8) return []
  const second = field.booked.has(player.id)
  remove(field.on, player)
  return second ? [yellow, red] : [red]
}
