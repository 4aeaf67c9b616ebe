import { DAY_MINUTES } from '../days.ts'
import { at, Random, shareOf } from '../random.ts'
import type { Cover, Fate } from './fixture.ts'
import { type Pairing, postponingLeague } from './pairings.ts'

/** An anchor kicks off every 35 minutes, day and night, and is past minute 60 for at least 36. */
export const ANCHOR_STEP_MINUTES = 35
/** Kick-off of the day's last match, which starts late so that a match is "upcoming today" until midnight. */
const LAST_KICKOFF_MINUTE = 23 * 60 + 55

/** Regions by time of the UTC day, in minutes. Within a band, continental nights follow domestic afternoons. */
const TIME_BANDS: readonly { readonly until: number; readonly regions: readonly Pairing['region'][] }[] = [
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

/** Fates of spare matches, by day of a cycle of nine; a postponement comes first. */
const FATES: readonly (readonly Fate[])[] = [
  ['cancelled', 'interrupted'],
  ['postponed', 'walkover'],
  ['suspended', 'interrupted'],
  ['postponed', 'cancelled'],
  ['interrupted', 'awarded'],
  ['postponed', 'suspended', 'interrupted'],
  ['cancelled'],
  ['abandoned'],
  ['suspended'],
]

const MISHAP_REGIONS: readonly Pairing['region'][] = ['europe', 'south', 'asia']

export interface Slot {
  readonly pairing: Pairing
  readonly minute: number
  readonly anchor: boolean
  readonly fate: Fate
  readonly cover: Cover
}

/** Gives every pairing of a day its hour, fate and coverage. */
export function slotsOf(seed: string, day: number, pairings: readonly Pairing[]): Slot[] {
  const postponed = postponedOn(seed, day, pairings)
  const undisturbed = pairings.filter((pairing) => pairing !== postponed)
  const anchors = anchorSlots(seed, day, undisturbed)
  const taken = new Set(anchors.map(({ pairing }) => pairing))
  const spare = pairings.filter((pairing) => !taken.has(pairing))
  return [...anchors, ...spareSlots(seed, day, spare, postponed)]
}

function postponedOn(seed: string, day: number, pairings: readonly Pairing[]): Pairing | null {
  if (!at(FATES, day).includes('postponed')) return null
  const league = postponingLeague(day)
  return new Random(seed, 'postponed', day).pick(pairings.filter(({ competitionId }) => competitionId === league))
}

/** Returns the minutes of this day at which an anchor kicks off. */
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
  return TIME_BANDS.flatMap(({ until, regions }, band): Slot[] => {
    const since = band === 0 ? 0 : at(TIME_BANDS, band - 1).until
    const hours = minutes.filter((minute) => minute >= since && minute < until)
    return regions
      .flatMap((region) => shuffled(random, pairings, region))
      .slice(0, hours.length)
      .map((pairing, i) => ({ pairing, minute: at(hours, i), anchor: true, fate: 'played', cover: 'full' }))
  })
}

/** Shuffles the pairings of a region. On a continental night the lesser competitions come first, so that the top matches keep their hours. */
function shuffled(random: Random, pairings: readonly Pairing[], region: Pairing['region']): Pairing[] {
  const those = pairings.filter((pairing) => pairing.region === region)
  return region === 'continental' ? those.reverse() : random.shuffle(those)
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

/** Makes one lower league match a day `bare`, one in three days `silent`, and gives the others random coverage. */
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
