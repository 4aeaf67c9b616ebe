import { clubsOf } from '../clubs/clubs.ts'
import { LEAGUES, type League } from '../clubs/competitions.ts'
import { at } from '../random.ts'
import { type Pairing, roundPairings } from './round-robin.ts'

/** Days count from 1970-01-01 UTC. Every club plays on one day in three; each three days are a turn. */
export const DAYS_PER_TURN = 3
/** Two of three turns are for European leagues, each of which sits out every third; the last turn is for cups. */
export const TURNS_PER_CYCLE = 3
const EUROPEAN_TURN = 2

/** Pairs a league outside Europe: a full round on each of its days, or one conference a day. */
export function simpleLeague(league: League, day: number): Pairing[] {
  const turn = Math.floor(day / DAYS_PER_TURN)
  const clubs = clubsOf(league.id)
  const of = { competitionId: league.id, region: league.region, label: 'Regular Season' }
  if (league.turn !== 'split') return day % DAYS_PER_TURN === league.turn ? roundPairings(clubs, turn, of) : []
  const conference = clubs.filter((club) => club.index % DAYS_PER_TURN === day % DAYS_PER_TURN)
  return roundPairings(conference, turn, of)
}

/** Returns the three European leagues whose clubs play on this day. */
export function europeanLeagues(day: number): League[] {
  return LEAGUES.filter((league) => league.region === 'europe' && league.turn === day % DAYS_PER_TURN)
}

/** Counts the league turns before this day's, which determines the league that sits out; `null` in a turn for cups. */
export function leagueTurn(day: number): number | null {
  const turn = Math.floor(day / DAYS_PER_TURN)
  const inCycle = turn % TURNS_PER_CYCLE
  return inCycle === EUROPEAN_TURN ? null : 2 * Math.floor(turn / TURNS_PER_CYCLE) + inCycle
}

/** Pairs full rounds of the two European leagues that play on this day. */
export function europeanLeagueDay(day: number, turn: number): Pairing[] {
  return europeanLeagues(day).flatMap((league, place) => {
    if (turn % 3 === place) return []
    const round = turn - Math.floor((turn + 2 - place) / 3)
    return roundPairings(clubsOf(league.id), round, {
      competitionId: league.id,
      region: 'europe',
      label: 'Regular Season',
    })
  })
}

/** Returns the league that may postpone a match on this day. Each has its turn once in 27 days, so that no two share a free day. */
export function postponingLeague(day: number): number | null {
  const turn = leagueTurn(day)
  return turn === null ? null : at(europeanLeagues(day), (turn % 3) + 1).id
}

/** Finds the first day from `from` on which a European league sits out; `null` for other competitions. */
export function nextFreeDay(leagueId: number, from: number): number | null {
  const league = LEAGUES.find(({ id }) => id === leagueId)
  if (league?.region !== 'europe') return null
  for (let day = from; day < from + 40; day++) {
    const place = europeanLeagues(day).findIndex(({ id }) => id === leagueId)
    const turn = leagueTurn(day)
    if (place >= 0 && turn !== null && turn % 3 === place) return day
  }
  return null
}
