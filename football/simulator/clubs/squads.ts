import { at, Random, shareOf } from '../random.ts'
import { clubsOf, EUROPEAN_SIDES, SOUTH_AMERICAN_SIDES, type Team } from './clubs.ts'
import { LEAGUES } from './competitions.ts'
import { NAMED_COUNTRIES, type PersonName, personName } from './names.ts'

export type Position = 'G' | 'D' | 'M' | 'F'

export interface Player {
  readonly id: number
  readonly name: PersonName
  /** The full name for some players, the short one for most. */
  readonly lineupName: string
  readonly position: Position
  readonly shirt: number
  readonly age: number
  /** 0 to 1; a higher talent is selected, scores and is rated better more often. */
  readonly talent: number
  /** Country whose national side calls them up, if any. */
  readonly calledBy: string | null
}

const KEEPERS = 3
const DEFENDERS = 8
const MIDFIELDERS = 8
const FORWARDS: readonly [number, number] = [5, 7]
const FOREIGN_RATE = 0.28
const FULL_NAME_RATE = 0.4
const KEEPER_SHIRTS = [1, 16, 30]
const COACH = 99
/** Step to the number of another name, larger than any player's number. */
const NAME_STEP = 10_000_019
const ATTEMPTS = 20

/** Positions of a national side; the j-th player comes from the j-th club of the league. */
const CALLED: readonly Position[] = [
  ...positions(3, 'G'),
  ...positions(8, 'D'),
  ...positions(8, 'M'),
  ...positions(5, 'F'),
]

const NATIONAL_COUNTRIES: ReadonlySet<string> = new Set(
  [...EUROPEAN_SIDES, ...SOUTH_AMERICAN_SIDES].map(({ country }) => country),
)

function positions(count: number, position: Position): Position[] {
  return Array.from({ length: count }, () => position)
}

function firstLeagueOf(country: string) {
  return LEAGUES.find((league) => league.country === country)
}

/** Returns the positions whose first player in this club is an international. */
function calledPositions(club: Team): Position[] {
  const league = firstLeagueOf(club.country)
  if (!NATIONAL_COUNTRIES.has(club.country) || league === undefined || league.id !== club.leagueId) return []
  return CALLED.filter((_, order) => order % league.size === club.index)
}

/** Builds each squad once. */
export class Squads {
  readonly #seed: string
  readonly #squads = new Map<number, readonly Player[]>()
  readonly #coaches = new Map<number, { readonly id: number; readonly name: string }>()

  constructor(seed: string) {
    this.#seed = seed
  }

  /** Returns the 24-26 players of a club, or the 24 of a national side. */
  of(team: Team): readonly Player[] {
    const known = this.#squads.get(team.id)
    if (known) return known
    const squad = team.national && firstLeagueOf(team.country) ? this.#nationalSquad(team) : this.#clubSquad(team)
    this.#squads.set(team.id, squad)
    return squad
  }

  coachOf(team: Team): { readonly id: number; readonly name: string } {
    const id = team.id * 100 + COACH
    const known = this.#coaches.get(id)
    if (known) return known
    const coach = { id, name: personName(this.#seed, team.country, id).short }
    this.#coaches.set(id, coach)
    return coach
  }

  #clubSquad(team: Team): readonly Player[] {
    const random = new Random(this.#seed, 'squad', team.id)
    const roles = [
      ...positions(KEEPERS, 'G'),
      ...positions(DEFENDERS, 'D'),
      ...positions(MIDFIELDERS, 'M'),
      ...positions(random.int(...FORWARDS), 'F'),
    ]
    const shirts = random.shuffle(Array.from({ length: 40 }, (_, i) => i + 2).filter((n) => !KEEPER_SHIRTS.includes(n)))
    const called = calledPositions(team)
    const taken = new Set<string>()
    return roles.map((position, order) => {
      const first = roles.indexOf(position) === order
      const foreign = !team.national && !first && random.chance(FOREIGN_RATE)
      const country = foreign ? random.pick(NAMED_COUNTRIES) : team.country
      const id = team.id * 100 + order + 1
      const name = this.#nameOf(id, country, taken)
      return {
        id,
        name,
        lineupName: shareOf('lineup name', id) < FULL_NAME_RATE ? name.full : name.short,
        talent: shareOf(this.#seed, 'talent', id),
        position,
        shirt: position === 'G' ? at(KEEPER_SHIRTS, order) : at(shirts, order),
        age: random.int(18, 36),
        calledBy: first && called.includes(position) ? team.country : null,
      }
    })
  }

  /** Makes a name whose short form no earlier player of the squad has. */
  #nameOf(id: number, country: string, taken: Set<string>): PersonName {
    for (let attempt = 0; ; attempt++) {
      const name = personName(this.#seed, country, id + attempt * NAME_STEP)
      if (taken.has(name.short) && attempt < ATTEMPTS) continue
      taken.add(name.short)
      return name
    }
  }

  #nationalSquad(side: Team): readonly Player[] {
    const clubs = clubsOf(firstLeagueOf(side.country)?.id ?? 0)
    return CALLED.flatMap((position, order) => {
      const player = this.of(at(clubs, order)).find((one) => one.position === position && one.calledBy !== null)
      return player ? [{ ...player, shirt: order === 0 ? 1 : order + 1 }] : []
    })
  }

  /** Returns the teams whose squad has the player, in the given order. */
  holding(playerId: number, teams: readonly Team[]): Team[] {
    return teams.filter((team) => this.of(team).some(({ id }) => id === playerId))
  }
}
