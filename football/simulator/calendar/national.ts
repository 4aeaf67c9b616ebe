import { EUROPEAN_SIDES, SOUTH_AMERICAN_SIDES, type Team } from '../clubs/clubs.ts'
import { WORLD_CUP_EUROPE, WORLD_CUP_SOUTH_AMERICA } from '../clubs/competitions.ts'
import { type Pairing, roundPairings } from './round-robin.ts'

const EUROPEAN_SIDES_EVERY = 6
const EUROPEAN_SIDES_ON = 4
const SOUTH_AMERICAN_SIDES_ON = 1
const FIRST_GROUP = 6

/** Pairs national sides, which play every sixth day. */
export function nationalPairings(day: number): Pairing[] {
  const round = Math.floor(day / EUROPEAN_SIDES_EVERY)
  const group = (competitionId: number, label: string, sides: readonly Team[]) =>
    roundPairings(sides, round, { competitionId, region: 'national', label })
  if (day % EUROPEAN_SIDES_EVERY === EUROPEAN_SIDES_ON) {
    return [
      ...group(WORLD_CUP_EUROPE, 'Group A', EUROPEAN_SIDES.slice(0, FIRST_GROUP)),
      ...group(WORLD_CUP_EUROPE, 'Group B', EUROPEAN_SIDES.slice(FIRST_GROUP)),
    ]
  }
  return day % EUROPEAN_SIDES_EVERY === SOUTH_AMERICAN_SIDES_ON
    ? group(WORLD_CUP_SOUTH_AMERICA, 'Group Stage', SOUTH_AMERICAN_SIDES)
    : []
}

/** Whether the national side of a country plays within a day of this one, so that its players miss their clubs' matches. */
export function isOnDuty(country: string, day: number): boolean {
  const inCycle = day % EUROPEAN_SIDES_EVERY
  const near = (on: number) => Math.abs(inCycle - on) <= 1
  if (EUROPEAN_SIDES.some((side) => side.country === country)) return near(EUROPEAN_SIDES_ON)
  if (SOUTH_AMERICAN_SIDES.some((side) => side.country === country)) return near(SOUTH_AMERICAN_SIDES_ON)
  return false
}
