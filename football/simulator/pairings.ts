import { clubsOf, EUROPEAN_SIDES, SOUTH_AMERICAN_SIDES, type Team } from './clubs.ts'
import {
  CHAMPIONS_LEAGUE,
  CONFERENCE_LEAGUE,
  EUROPA_LEAGUE,
  LEAGUES,
  type League,
  type Region,
  WORLD_CUP_EUROPE,
  WORLD_CUP_SOUTH_AMERICA,
} from './competitions.ts'
import { at, Random } from './random.ts'

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

/** Days are counted from 1970-01-01 UTC. Every club belongs to one day in three; a turn is the number of that day. */
const DAYS_PER_TURN = 3
/** Of three turns of a European league two are for the league (of which it sits one out in three), the third is for cups. */
const TURNS_PER_CYCLE = 3
const EUROPEAN_TURN = 2
/** Clubs of each European league that play abroad. */
const CLUBS_ABROAD = 6

type Draw = readonly [competitionId: number, round: string, matches: number]

/** One stage per European night, so that any 36 days hold them all; finals are for the last third of the clubs. */
const STAGES: readonly (readonly Draw[])[] = [
  [
    [CHAMPIONS_LEAGUE, 'League Stage - 6', 5],
    [EUROPA_LEAGUE, 'League Stage - 6', 4],
  ],
  [
    [CHAMPIONS_LEAGUE, 'Round of 16', 4],
    [EUROPA_LEAGUE, 'Round of 16', 4],
    [CONFERENCE_LEAGUE, 'Round of 16', 1],
  ],
  [
    [CHAMPIONS_LEAGUE, 'Quarter-finals', 2],
    [EUROPA_LEAGUE, 'Quarter-finals', 2],
    [CONFERENCE_LEAGUE, 'Quarter-finals', 2],
  ],
  [
    [CHAMPIONS_LEAGUE, 'Semi-finals', 2],
    [EUROPA_LEAGUE, 'Semi-finals', 1],
    [CONFERENCE_LEAGUE, 'Semi-finals', 1],
  ],
]
const FINALS: readonly Draw[] = [
  [CHAMPIONS_LEAGUE, 'Final', 1],
  [EUROPA_LEAGUE, 'Final', 1],
  [CONFERENCE_LEAGUE, 'Final', 1],
]

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

/** Leagues that are not European: a full round on each of their days, or one conference a day. */
function simpleLeague(league: League, day: number): Pairing[] {
  const turn = Math.floor(day / DAYS_PER_TURN)
  const clubs = clubsOf(league.id)
  const of = { competitionId: league.id, region: league.region, label: 'Regular Season' }
  if (league.turn !== 'split') return day % DAYS_PER_TURN === league.turn ? roundPairings(clubs, turn, of) : []
  const conference = clubs.filter((club) => club.index % DAYS_PER_TURN === day % DAYS_PER_TURN)
  return roundPairings(conference, turn, of)
}

function europeanLeagues(day: number): League[] {
  return LEAGUES.filter((league) => league.region === 'europe' && league.turn === day % DAYS_PER_TURN)
}

/** Turns that were for the league, before this day's; which of the three leagues of the day sits out follows from it. */
function leagueTurn(day: number): number | null {
  const turn = Math.floor(day / DAYS_PER_TURN)
  const inCycle = turn % TURNS_PER_CYCLE
  return inCycle === EUROPEAN_TURN ? null : 2 * Math.floor(turn / TURNS_PER_CYCLE) + inCycle
}

function europeanLeagueDay(day: number, turn: number): Pairing[] {
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

/** The best clubs of the day's three leagues meet across borders; two of the leagues play their domestic cup with the others. */
function europeanNight(seed: string, day: number): Pairing[] {
  const leagues = europeanLeagues(day)
  const night = Math.floor(day / (DAYS_PER_TURN * TURNS_PER_CYCLE))
  const abroad = continentalPairings(leagues, day, night)
  const busy = new Set(abroad.flatMap(({ home, away }) => [home.id, away.id]))
  const cups = leagues.flatMap((league, place) =>
    place === night % 3
      ? []
      : cupPairings(
          seed,
          league,
          clubsOf(league.id).filter((club) => !busy.has(club.id)),
          night,
        ),
  )
  return [...cups, ...abroad]
}

function continentalPairings(leagues: readonly League[], day: number, night: number): Pairing[] {
  const last = day % DAYS_PER_TURN === DAYS_PER_TURN - 1
  const stage = night % STAGES.length
  const draws = stage === STAGES.length - 1 && last ? FINALS : at(STAGES, stage)
  const rounds = draws.flatMap(([competitionId, round, matches]) =>
    Array.from({ length: matches }, () => ({ competitionId, round })),
  )
  const club = (place: number, rank: number) => at(clubsOf(at(leagues, place).id), (rank + night) % CLUBS_ABROAD)
  return rounds.map(({ competitionId, round }, order) => {
    const block = order % 3
    const step = Math.floor(order / 3)
    const one = club(block, block === 0 || block === 2 ? step : step + 3)
    const other = club(block + 1, block === 0 ? step : step + 3)
    const [home, away] = (night + order) % 2 === 0 ? [one, other] : [other, one]
    return { competitionId, round, home, away, knockout: stage > 0, region: 'continental' }
  })
}

function cupPairings(seed: string, league: League, clubs: readonly Team[], night: number): Pairing[] {
  const drawn = new Random(seed, 'cup', league.id, night).shuffle(clubs)
  const matches = Math.floor(drawn.length / 2)
  const round = matches <= 8 && night % 2 === 1 ? 'Round of 16' : 'Round of 32'
  return Array.from({ length: matches }, (_, i) => ({
    competitionId: league.cupId ?? league.id,
    round,
    home: at(drawn, 2 * i),
    away: at(drawn, 2 * i + 1),
    knockout: true,
    region: 'europe' as const,
  }))
}

const EUROPEAN_SIDES_EVERY = 6
const EUROPEAN_SIDES_ON = 4
const SOUTH_AMERICAN_SIDES_ON = 1
const FIRST_GROUP = 6

/** National sides meet every sixth day. */
function nationalPairings(day: number): Pairing[] {
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

/** Whether the national side of a country plays on this day or on one beside it: its players miss their clubs' matches. */
export function isOnDuty(country: string, day: number): boolean {
  const inCycle = day % EUROPEAN_SIDES_EVERY
  const near = (on: number) => Math.abs(inCycle - on) <= 1
  if (EUROPEAN_SIDES.some((side) => side.country === country)) return near(EUROPEAN_SIDES_ON)
  if (SOUTH_AMERICAN_SIDES.some((side) => side.country === country)) return near(SOUTH_AMERICAN_SIDES_ON)
  return false
}

/** All the pairings of a day. */
export function pairingsOn(seed: string, day: number): Pairing[] {
  const turn = leagueTurn(day)
  const europe = turn === null ? europeanNight(seed, day) : europeanLeagueDay(day, turn)
  const elsewhere = LEAGUES.filter((league) => league.region !== 'europe').flatMap((league) =>
    simpleLeague(league, day),
  )
  return [...europe, ...elsewhere, ...nationalPairings(day)]
}

/** The league that may postpone a match on this day: each comes round once in 27 days, so that two never share a free day. */
export function postponingLeague(day: number): number | null {
  const turn = leagueTurn(day)
  return turn === null ? null : at(europeanLeagues(day), (turn % 3) + 1).id
}

/** First day from `from` on which a European league sits out and its clubs are free; null for other competitions. */
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
