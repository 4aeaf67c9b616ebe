import type { Team } from './clubs.ts'
import { competitionOf } from './competitions.ts'
import { nextFreeDay, type Pairing, pairingsOn, postponingLeague } from './pairings.ts'
import { at, Random, shareOf } from './random.ts'

/** What becomes of a match. `bare`: in play with no period nor minute; `silent`: no live score; `late`: starts after its hour. */
export type Fate =
  | 'played'
  | 'late'
  | 'postponed'
  | 'cancelled'
  | 'suspended'
  | 'abandoned'
  | 'interrupted'
  | 'awarded'
  | 'walkover'
  | 'silent'
  | 'bare'

/**
 * What the provider tells of a match. `shaky`: with holes (null ids, coach, grids, ten men); `lineups`: without statistics;
 * `after`: lineups only once it is over; `none`: nothing.
 */
export type Cover = 'full' | 'shaky' | 'lineups' | 'after' | 'none'

export interface Fixture {
  readonly id: number
  /** Days since 1970, UTC. */
  readonly day: number
  readonly competitionId: number
  readonly round: string
  readonly home: Team
  readonly away: Team
  readonly knockout: boolean
  /** Scheduled, ms since 1970. */
  readonly kickoff: number
  readonly fate: Fate
  readonly cover: Cover
  /** One of the chain of matches that leaves no minute of the day without one past the hour of play. */
  readonly anchor: boolean
  /** Before this moment only the day is known. */
  readonly hourKnownFrom: number
  /** New date of a postponed match, and when it is told. */
  readonly moved: { readonly toldAt: number; readonly kickoff: number } | null
}

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
const DAY_MINUTES = 1440

/** One anchor kicks off every 35 minutes, day and night: each is past minute 60 for at least 36. */
export const ANCHOR_STEP_MINUTES = 35
/** The last match of the day keeps "upcoming today" true until midnight by starting late. */
const LAST_KICKOFF_MINUTE = 23 * 60 + 55
export const LATE_START_MINUTES = 7
/** A postponed match gets its new date this long after the hour it should have had. */
const MOVED_TOLD_AFTER_MS = 5 * DAY_MS
const MOVED_KICKOFF_MINUTE = 18 * 60 + 15
/** The hour of cup and lower league matches is told at this many days' notice. */
const HOUR_NOTICE_DAYS = 6
/** Furthest that a postponed match is moved: its league is free once in 15 days at worst. */
export const MOVED_AT_MOST_DAYS = 21
const MATCHES_PER_DAY_LIMIT = 100

/** Which parts of the world play when (minutes of the UTC day), earliest first. */
const WATCHES: readonly { readonly until: number; readonly regions: readonly Pairing['region'][] }[] = [
  { until: 210, regions: ['north'] },
  { until: 630, regions: ['oceania', 'asia'] },
  { until: 1170, regions: ['europe', 'continental'] },
  { until: DAY_MINUTES, regions: ['south'] },
]

const SPARE_HOURS: Readonly<Record<Pairing['region'], readonly string[]>> = {
  europe: ['12:00', '14:00', '15:30', '17:00', '18:30', '19:00', '19:45', '20:00'],
  continental: ['16:45', '19:00', '19:45', '20:00'],
  asia: ['05:00', '07:00', '09:00', '10:00'],
  oceania: ['06:00', '08:45'],
  south: ['20:00', '21:30', '22:00', '23:00', '23:30'],
  north: ['00:00', '01:00', '02:30'],
  lower: ['17:30', '18:00', '18:30'],
  national: ['16:00', '18:45'],
}

/** Misfortunes of the spare matches, by day of a cycle of nine; a postponement comes first. */
const FATES: readonly (readonly Fate[])[] = [
  ['cancelled', 'interrupted'],
  ['postponed'],
  ['suspended'],
  ['postponed', 'cancelled'],
  ['interrupted', 'awarded'],
  ['postponed', 'suspended'],
  ['cancelled', 'interrupted'],
  ['abandoned', 'walkover'],
  ['suspended', 'interrupted'],
]

const MISHAP_REGIONS: readonly Pairing['region'][] = ['europe', 'south', 'asia']

interface Slot {
  readonly pairing: Pairing
  readonly minute: number
  readonly anchor: boolean
  readonly fate: Fate
  readonly cover: Cover
}

export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS)
}

/** The day that a fixture id belongs to. */
export function dayOfFixture(id: number): number {
  return Math.floor(id / MATCHES_PER_DAY_LIMIT)
}

/** The day a match is played on, which is another one once it was postponed. */
export function dayPlayed(fixture: Fixture): number {
  return fixture.moved === null ? fixture.day : dayOf(fixture.moved.kickoff)
}

/** All the matches first scheduled on a day, whatever became of them. */
export function fixturesOn(seed: string, day: number): Fixture[] {
  const pairings = pairingsOn(seed, day)
  const postponed = postponedOn(seed, day, pairings)
  const anchors = anchorSlots(
    seed,
    day,
    pairings.filter((pairing) => pairing !== postponed),
  )
  const taken = new Set(anchors.map(({ pairing }) => pairing))
  const spare = pairings.filter((pairing) => !taken.has(pairing))
  const slots = [...anchors, ...spareSlots(seed, day, spare, postponed)]
  return slots.map((slot, index) => fixtureOf(day, slot, day * MATCHES_PER_DAY_LIMIT + index))
}

function postponedOn(seed: string, day: number, pairings: readonly Pairing[]): Pairing | null {
  if (!at(FATES, day).includes('postponed')) return null
  const league = postponingLeague(day)
  return new Random(seed, 'postponed', day).pick(pairings.filter(({ competitionId }) => competitionId === league))
}

/** Minutes of this day at which an anchor kicks off. */
function anchorMinutes(day: number): number[] {
  const start = day * DAY_MINUTES
  const first = Math.ceil(start / ANCHOR_STEP_MINUTES) * ANCHOR_STEP_MINUTES - start
  return Array.from(
    { length: Math.ceil((DAY_MINUTES - first) / ANCHOR_STEP_MINUTES) },
    (_, i) => first + i * ANCHOR_STEP_MINUTES,
  )
}

function anchorSlots(seed: string, day: number, pairings: readonly Pairing[]): Slot[] {
  const random = new Random(seed, 'hours', day)
  const minutes = anchorMinutes(day)
  return WATCHES.flatMap(({ until, regions }, watch) => {
    const since = watch === 0 ? 0 : at(WATCHES, watch - 1).until
    const hours = minutes.filter((minute) => minute >= since && minute < until)
    const byRegion = regions.map((region) => random.shuffle(pairings.filter((pairing) => pairing.region === region)))
    // The last region of the watch has the last hours: continental nights come after domestic afternoons.
    const last = byRegion.at(-1) ?? []
    const first = byRegion.length > 1 ? at(byRegion, 0).slice(0, Math.max(0, hours.length - last.length)) : []
    const ordered = regions[0] === 'oceania' ? byRegion.flat() : [...first, ...last]
    return ordered.slice(0, hours.length).map((pairing, i) => ({
      pairing,
      minute: at(hours, i),
      anchor: true,
      fate: 'played' as const,
      cover: 'full' as const,
    }))
  })
}

function spareSlots(seed: string, day: number, spare: readonly Pairing[], postponed: Pairing | null): Slot[] {
  const random = new Random(seed, 'spare', day)
  const south = spare.filter(({ region }) => region === 'south')
  const last = south[0]
  const wanting = spare.filter((pairing) => pairing !== last && MISHAP_REGIONS.includes(pairing.region))
  const ordered = postponed === null ? wanting : [postponed, ...wanting.filter((pairing) => pairing !== postponed)]
  const fates = new Map(at(FATES, day).map((fate, i) => [ordered[i], fate]))
  return spare.map((pairing) => {
    if (pairing === last) return { pairing, minute: LAST_KICKOFF_MINUTE, anchor: false, fate: 'late', cover: 'full' }
    const minute = minuteOf(random.pick(SPARE_HOURS[pairing.region]))
    if (pairing.region === 'lower') return { pairing, minute, anchor: false, ...lowerLeague(seed, day, spare, pairing) }
    return { pairing, minute, anchor: false, fate: fates.get(pairing) ?? 'played', cover: coverOf(random.next()) }
  })
}

/** Each day one lower match with nothing but "LIVE"; one day in three another without live score; the others as they come. */
function lowerLeague(
  seed: string,
  day: number,
  spare: readonly Pairing[],
  pairing: Pairing,
): Pick<Slot, 'fate' | 'cover'> {
  const order = spare.filter(({ region }) => region === 'lower').indexOf(pairing)
  if (order === 0) return { fate: 'bare', cover: 'none' }
  if (order === 1 && day % 3 === 0) return { fate: 'silent', cover: 'none' }
  const share = shareOf(seed, 'lower', day, order)
  return { fate: 'played', cover: share < 0.3 ? 'none' : share < 0.5 ? 'after' : share < 0.75 ? 'lineups' : 'shaky' }
}

function coverOf(share: number): Cover {
  if (share < 0.03) return 'none'
  if (share < 0.06) return 'after'
  if (share < 0.1) return 'lineups'
  return share < 0.22 ? 'shaky' : 'full'
}

function minuteOf(hour: string): number {
  const [hours, minutes] = hour.split(':').map(Number)
  return (hours ?? 0) * 60 + (minutes ?? 0)
}

function fixtureOf(day: number, slot: Slot, id: number): Fixture {
  const { competitionId, round, home, away, knockout, region } = slot.pairing
  const kickoff = day * DAY_MS + slot.minute * MINUTE_MS
  const hourIsLate = region === 'lower' || (competitionOf(competitionId).type === 'Cup' && region === 'europe')
  return {
    id,
    day,
    competitionId,
    round,
    home,
    away,
    knockout,
    kickoff,
    fate: slot.fate,
    cover: slot.cover,
    anchor: slot.anchor,
    hourKnownFrom: hourIsLate ? (day - HOUR_NOTICE_DAYS) * DAY_MS : 0,
    moved: slot.fate === 'postponed' ? newDate(competitionId, kickoff) : null,
  }
}

function newDate(leagueId: number, kickoff: number): Fixture['moved'] {
  const toldAt = kickoff + MOVED_TOLD_AFTER_MS
  const day = nextFreeDay(leagueId, dayOf(toldAt) + 1)
  return day === null ? null : { toldAt, kickoff: day * DAY_MS + MOVED_KICKOFF_MINUTE * MINUTE_MS }
}
