import { at, shareOf } from '../random.ts'
import { LEAGUES, type League } from './competitions.ts'
import { lexiconOf } from './names.ts'

/** A club, or a national side. */
export interface Team {
  readonly id: number
  readonly name: string
  readonly code: string
  readonly country: string
  readonly city: string
  readonly national: boolean
  /** `null` for national sides. */
  readonly leagueId: number | null
  /** Rank by strength within its league, from 0. */
  readonly index: number
  /** Around 1; a stronger side scores more goals and concedes fewer. */
  readonly strength: number
  readonly founded: number
  readonly venue: { readonly id: number | null; readonly name: string; readonly capacity: number }
}

/** National sides. Those of a country with a league here call up players of its clubs. */
const NATIONS: Readonly<Record<'europe' | 'south', readonly string[]>> = {
  europe: [
    'France',
    'Spain',
    'England',
    'Italy',
    'Germany',
    'Portugal',
    'Netherlands',
    'Belgium',
    'Turkey',
    'Scotland',
  ],
  south: ['Brazil', 'Argentina', 'Colombia', 'Uruguay'],
}

const VENUE_ID_BASE = 500_000
/** Leagues of one country share its list of places; the second one starts at this index. */
const SECOND_LEAGUE_OFFSET: Readonly<Record<number, number>> = { 99: 19, 63: 17 }

/** The last club of each league is in the city of the first, which makes their match a derby. */
function clubOf(league: League, index: number): Team {
  const words = lexiconOf(league.country)
  const home = index === league.size - 1 ? 0 : index
  const city = at(words.places, home + (SECOND_LEAGUE_OFFSET[league.id] ?? 0))
  const pattern = league.id + (index === league.size - 1 ? 1 : index)
  const name = at(words.clubs, pattern).replace('{}', city)
  const id = league.id * 100 + index + 1
  return {
    id,
    name,
    code: codeOf(city),
    country: league.country,
    city,
    national: false,
    leagueId: league.id,
    index,
    strength: 1.25 - (0.5 * index) / (league.size - 1),
    founded: 1885 + Math.floor(shareOf('founded', id) * 90),
    venue: {
      id: shareOf('venue', id) < 0.12 ? null : VENUE_ID_BASE + id,
      name: words.venue.replace('{}', city),
      capacity: 8_000 + Math.floor(shareOf('capacity', id) * 120) * 500,
    },
  }
}

function nationOf(country: string, index: number, base: number): Team {
  return {
    id: base + index + 1,
    name: country,
    code: codeOf(country),
    country,
    city: country,
    national: true,
    leagueId: null,
    index,
    strength: 1.2 - 0.06 * index,
    founded: 1900 + index,
    venue: { id: null, name: `${country} National Stadium`, capacity: 60_000 },
  }
}

/** Abbreviates a place: "Méroux" is "MER". */
function codeOf(place: string): string {
  return place
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .slice(0, 3)
    .toUpperCase()
}

const CLUBS: ReadonlyMap<number, readonly Team[]> = new Map(
  LEAGUES.map((league) => [league.id, Array.from({ length: league.size }, (_, index) => clubOf(league, index))]),
)

export const EUROPEAN_SIDES: readonly Team[] = NATIONS.europe.map((country, index) => nationOf(country, index, 3200))
export const SOUTH_AMERICAN_SIDES: readonly Team[] = NATIONS.south.map((country, index) =>
  nationOf(country, index, 3400),
)

const TEAMS: ReadonlyMap<number, Team> = new Map(
  [...[...CLUBS.values()].flat(), ...EUROPEAN_SIDES, ...SOUTH_AMERICAN_SIDES].map((team) => [team.id, team]),
)

export function clubsOf(leagueId: number): readonly Team[] {
  const clubs = CLUBS.get(leagueId)
  if (!clubs) throw new RangeError(`no league ${leagueId}`)
  return clubs
}

export function findTeam(id: number): Team | null {
  return TEAMS.get(id) ?? null
}

export function allTeams(): Team[] {
  return [...TEAMS.values()]
}
