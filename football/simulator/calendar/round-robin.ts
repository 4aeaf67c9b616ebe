import type { Team } from '../clubs/clubs.ts'
import type { Region } from '../clubs/competitions.ts'
import { at } from '../random.ts'

/** Two sides that meet on a day, at an hour to be set. */
export interface Pairing {
  readonly competitionId: number
  readonly round: string
  readonly home: Team
  readonly away: Team
  /** Whether it needs a winner, by extra time and shoot-out if necessary. */
  readonly knockout: boolean
  readonly region: Region | 'continental' | 'national'
}

/** Pairs round `round` of a double round-robin by the circle method: indices of sides, home first. */
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

/** Pairs one round of a league or group, numbered from 1 within its double round-robin. */
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
