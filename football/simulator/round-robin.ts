import type { Team } from './clubs.ts'
import type { Region } from './competitions.ts'
import { at } from './random.ts'

/** Who meets whom on a day, before any hour is known. */
export interface Pairing {
  readonly competitionId: number
  readonly round: string
  readonly home: Team
  readonly away: Team
  /** A winner is needed: extra time and shoot-out. */
  readonly knockout: boolean
  readonly region: Region | 'continental' | 'national'
}

/** Round `round` of a double round-robin by the circle method: pairs of places, home first. */
export function roundRobin(size: number, round: number): [number, number][] {
  const wheel = size - 1
  const step = round % wheel
  const secondLeg = Math.floor(round / wheel) % 2 === 1
  return Array.from({ length: size / 2 }, (_, i) => {
    const first = i === 0 ? wheel : (step + i) % wheel
    const second = (step - i + wheel) % wheel
    const swap = (i + step) % 2 === 1
    return swap !== secondLeg ? [second, first] : [first, second]
  })
}

/** One round of a league or group, numbered from 1 within its double round-robin. */
export function roundPairings(
  teams: readonly Team[],
  round: number,
  of: { competitionId: number; region: Pairing['region']; label: string },
): Pairing[] {
  const number = (round % (2 * (teams.length - 1))) + 1
  return roundRobin(teams.length, round).map(([home, away]) => ({
    competitionId: of.competitionId,
    round: `${of.label} - ${number}`,
    home: at(teams, home),
    away: at(teams, away),
    knockout: false,
    region: of.region,
  }))
}
