import { clubsOf, EUROPEAN_SIDES, SOUTH_AMERICAN_SIDES, type Team } from '../clubs/clubs.ts'
import { LEAGUES, type League, type Region, WORLD_CUP_EUROPE, WORLD_CUP_SOUTH_AMERICA } from '../clubs/competitions.ts'
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
function roundPairings(
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

/** Returns whether the national side of a country plays within a day of this one, so that its players miss their clubs' matches. */
export function isOnDuty(country: string, day: number): boolean {
  const inCycle = day % EUROPEAN_SIDES_EVERY
  const near = (on: number) => Math.abs(inCycle - on) <= 1
  if (EUROPEAN_SIDES.some((side) => side.country === country)) return near(EUROPEAN_SIDES_ON)
  if (SOUTH_AMERICAN_SIDES.some((side) => side.country === country)) return near(SOUTH_AMERICAN_SIDES_ON)
  return false
}
