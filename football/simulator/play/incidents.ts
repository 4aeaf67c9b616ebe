import type { Player, Position } from '../clubs/squads.ts'
import { at, type Random } from '../random.ts'
import type { Lineup, Place } from './lineup.ts'
import { type Drawing, type Incident, opponent, type Period, type Plan, planOf, type Side } from './play.ts'

const REVERSED_RATE = 0.04
const PENALTY_RATE = 0.09
const MISSED_PENALTY_RATE = 0.06
const OWN_GOAL_RATE = 0.03
const ASSIST_RATE = 0.72
const VAR_CANCELS_RATE = 0.07
/** Minutes until VAR takes a goal back. */
const VAR_MINUTES = 2

const SCORES: Readonly<Record<Position, number>> = { G: 0, D: 1, M: 3, F: 6 }
const MAKES: Readonly<Record<Position, number>> = { G: 0.1, D: 1.5, M: 4, F: 3 }
const FOULS: Readonly<Record<Position, number>> = { G: 0.2, D: 3, M: 3, F: 1.5 }

/** Draws the incidents of these periods and adds them to the earlier ones. `before` is `null` in regular time. */
export function drawEvents(
  drawing: Drawing,
  periods: readonly Period[],
  before: readonly Incident[] | null,
): Incident[] {
  const fields = fieldsAfter(drawing.lineups, before ?? [])
  if (periods[0]?.status === 'P') {
    return [
      ...(before ?? []),
      ...drawShootout(drawing.random, periods[0], { home: fields.home.on, away: fields.away.on }),
    ]
  }
  const plans = periods
    .filter(({ status }) => status !== 'HT' && status !== 'BT')
    .flatMap((period) => planOf(drawing, period))
  const incidents = plans
    .sort((a, b) => a.at - b.at)
    .flatMap((one) => carryOut(drawing.random, one, fields, before === null))
  return [...(before ?? []), ...incidents]
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
  // Only starters have a grid place: a substitute must not go off again.
  const outfield = field.on.filter(({ position, grid }) => position !== 'G' && grid !== null)
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

/** Draws a card. A second yellow is reported as a yellow and a red; a side never has fewer than eight players. */
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

/** The players of a side on the field and on the bench at some moment. */
interface Field {
  readonly on: Place[]
  readonly bench: Place[]
  readonly booked: Set<number>
  substitutions: number
}

/** Returns both fields after these incidents. */
function fieldsAfter(lineups: Readonly<Record<Side, Lineup>>, incidents: readonly Incident[]): Record<Side, Field> {
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

const KICKS = 5
const SCORED_RATE = 0.76
/** Minutes until the first kick, and between kicks, so that sudden death fits into the period. */
const FIRST_KICK = 1.5
const KICK_EVERY = 0.6
const LAST_ROUND = 7

/** Draws kicks until one side cannot be caught any more; the last round always decides. */
function drawShootout(random: Random, period: Period, on: Readonly<Record<Side, readonly Place[]>>): Incident[] {
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
