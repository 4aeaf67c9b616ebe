import { LEAGUES } from '../clubs/competitions.ts'
import { europeanNight } from './continental.ts'
import { europeanLeagueDay, leagueTurn, simpleLeague } from './leagues.ts'
import { nationalPairings } from './national.ts'
import type { Pairing } from './round-robin.ts'

/** Returns all pairings of a day. */
export function pairingsOn(seed: string, day: number): Pairing[] {
  const turn = leagueTurn(day)
  const europe = turn === null ? europeanNight(seed, day) : europeanLeagueDay(day, turn)
  const elsewhere = LEAGUES.filter((league) => league.region !== 'europe').flatMap((league) =>
    simpleLeague(league, day),
  )
  return [...europe, ...elsewhere, ...nationalPairings(day)]
}
