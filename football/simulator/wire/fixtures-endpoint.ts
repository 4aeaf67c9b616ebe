import type { Fixture } from '../calendar/fixture.ts'
import { COMPETITIONS, competitionOf, seasonOf } from '../clubs/competitions.ts'
import { dayOfDate, zonedDay } from '../days.ts'
import type { Snapshot, World } from '../world.ts'
import type { Fault } from './faults.ts'
import {
  BadParameter,
  day,
  IDS_LIMIT,
  idList,
  integer,
  onlyKnown,
  type Parameters,
  season,
  statuses,
  timeZone,
} from './parameters.ts'
import { fixtureRow, type WireContext } from './wire.ts'
import { eventRows, statisticsRows } from './wire-events.ts'
import { lineupRows, playerRows } from './wire-lineups.ts'

/** Everything that an endpoint needs to answer one call. */
export interface Call {
  readonly world: World
  readonly context: WireContext
  readonly parameters: Parameters
  readonly faults: readonly Fault[]
}

const KNOWN = ['id', 'ids', 'live', 'date', 'league', 'season', 'team', 'from', 'to', 'round', 'status', 'timezone']

/** Answers `/fixtures`: by id with everything inline, live with events, otherwise bare rows. */
export function fixtures(call: Call): unknown[] {
  const { parameters } = call
  onlyKnown(parameters, KNOWN)
  const zone = timeZone(parameters)
  const zoned = { ...call, context: { ...call.context, zone } }
  const wanted = statuses(parameters)
  const keep = (snapshot: Snapshot) => wanted === null || wanted.includes(snapshot.moment.status)
  const ids = idsOf(parameters)
  if (ids !== null)
    return byIds(zoned, ids)
      .filter(keep)
      .map((snapshot) => fullRow(zoned, snapshot))
  if (parameters.live !== undefined)
    return live(zoned)
      .filter(keep)
      .map((snapshot) => liveRow(zoned, snapshot))
  return listed(zoned)
    .filter(keep)
    .map((snapshot) => fixtureRow(zoned.context, snapshot))
}

function idsOf(parameters: Parameters): number[] | null {
  const id = integer(parameters, 'id')
  return id === null ? idList(parameters, 'ids', IDS_LIMIT) : [id]
}

function byIds({ world, context, faults }: Call, ids: readonly number[]): Snapshot[] {
  return [...new Set(ids)]
    .map((id) => world.match(id, context.now))
    .filter((snapshot) => snapshot !== null)
    .filter(({ fixture }) => !hasVanished(faults, fixture.id, 'ids'))
}

function live({ world, context, parameters, faults }: Call): Snapshot[] {
  const leagues = parameters.live === 'all' ? null : idList(parameters, 'live', COMPETITIONS.size)
  return world
    .live(context.now)
    .filter(({ fixture }) => leagues === null || leagues.includes(fixture.competitionId))
    .filter(({ fixture }) => !hasVanished(faults, fixture.id, 'live'))
}

function hasVanished(faults: readonly Fault[], id: number, from: 'live' | 'ids'): boolean {
  return faults.some(
    (fault) => fault.kind === 'vanish' && (fault.from ?? from) === from && (fault.ids?.includes(id) ?? true),
  )
}

/** Lists matches by date, or by league, team and dates. */
function listed(call: Call): Snapshot[] {
  const { world, context, parameters } = call
  const date = day(parameters, 'date')
  const [from, to] = [day(parameters, 'from'), day(parameters, 'to')]
  const wanted = filters(parameters)
  if (date === null && parameters.league === undefined && parameters.team === undefined) {
    const field = from !== null || to !== null ? 'league' : 'required'
    throw new BadParameter(field, 'At least a date, or a league or team and a season, is required.')
  }
  const candidates = date === null ? world.all(context.now, wanted) : around(world, date, context, wanted)
  const onDay = ({ moment }: Snapshot) => zonedDay(moment.kickoff, context.zone)
  return candidates
    .filter((snapshot) => date === null || onDay(snapshot) === date)
    .filter((snapshot) => (from === null || onDay(snapshot) >= from) && (to === null || onDay(snapshot) <= to))
}

/** Lists the matches of the UTC days that a day in another time zone overlaps. */
function around(world: World, date: string, { now, zone }: WireContext, wanted: Filter): Snapshot[] {
  const utc = dayOfDate(date)
  const days = zone === 'UTC' ? [utc] : [utc - 1, utc, utc + 1]
  return days.flatMap((one) => world.matchesOn(one, now, wanted))
}

type Filter = (fixture: Fixture) => boolean

function filters(parameters: Parameters): Filter {
  const league = integer(parameters, 'league')
  const team = integer(parameters, 'team')
  const year = season(parameters)
  const { round } = parameters
  if ((league !== null || team !== null) && year === null && parameters.date === undefined) {
    throw new BadParameter('season', 'The Season field is required.')
  }
  return (fixture) =>
    (league === null || fixture.competitionId === league) &&
    (team === null || fixture.home.id === team || fixture.away.id === team) &&
    (year === null || seasonOf(competitionOf(fixture.competitionId), new Date(fixture.kickoff)) === year) &&
    (round === undefined || fixture.round === round)
}

function liveRow({ context }: Call, snapshot: Snapshot) {
  return { ...fixtureRow(context, snapshot), events: eventRows(context, snapshot) }
}

function fullRow(call: Call, snapshot: Snapshot) {
  const { context, world } = call
  const bare = hasNoLineups(call.faults, snapshot.fixture.id)
  return {
    ...liveRow(call, snapshot),
    lineups: bare ? [] : lineupRows(context, world.squads, snapshot),
    statistics: statisticsRows(context, snapshot),
    players: bare ? [] : playerRows(context, snapshot),
  }
}

function hasNoLineups(faults: readonly Fault[], id: number): boolean {
  return faults.some(({ kind, ids }) => kind === 'no_lineups' && (ids?.includes(id) ?? true))
}

/** Answers `/fixtures/lineups`, `/fixtures/players` or `/fixtures/events`: one part of one match. */
export function fixturePart(part: 'lineups' | 'players' | 'events') {
  return (call: Call): unknown[] => {
    onlyKnown(call.parameters, ['fixture', 'team'])
    const id = integer(call.parameters, 'fixture')
    if (id === null) throw new BadParameter('fixture', 'The Fixture field is required.')
    const snapshot = call.world.match(id, call.context.now)
    if (snapshot === null) return []
    const team = integer(call.parameters, 'team')
    return partRows(part, call, snapshot).filter((row) => team === null || row.team.id === team)
  }
}

function partRows(part: 'lineups' | 'players' | 'events', { context, world, faults }: Call, snapshot: Snapshot) {
  if (part === 'events') return eventRows(context, snapshot)
  if (hasNoLineups(faults, snapshot.fixture.id)) return []
  return part === 'lineups' ? lineupRows(context, world.squads, snapshot) : playerRows(context, snapshot)
}
