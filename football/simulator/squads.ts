import { clubsOf, EUROPEAN_SIDES, SOUTH_AMERICAN_SIDES, type Team } from './clubs.ts'
import { LEAGUES } from './competitions.ts'
import { NAMED_COUNTRIES, type PersonName, personName } from './names.ts'
import { at, Random, shareOf } from './random.ts'

export type Position = 'G' | 'D' | 'M' | 'F'

export interface Player {
  readonly id: number
  readonly name: PersonName
  /** Lineups name some players in full and most in short. */
  readonly lineupName: string
  readonly position: Position
  readonly shirt: number
  readonly age: number
  /** 0 to 1: how often they are chosen, score, and are rated well. */
  readonly talent: number
  /** The country whose national side calls them, if any. */
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
/** Far enough from every player's number. */
const ANOTHER_NAME = 10_000_019
const ATTEMPTS = 20

/** The positions that a national side calls, the j-th from the j-th club of its league. */
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

/** Positions of which this club's first player is an international. */
function calledPositions(club: Team): Position[] {
  const league = firstLeagueOf(club.country)
  if (!NATIONAL_COUNTRIES.has(club.country) || league === undefined || league.id !== club.leagueId) return []
  return CALLED.filter((_, order) => order % league.size === club.index)
}

/** Builds squads once each. */
export class Squads {
  readonly #seed: string
  readonly #squads = new Map<number, readonly Player[]>()
  readonly #coaches = new Map<number, { readonly id: number; readonly name: string }>()

  constructor(seed: string) {
    this.#seed = seed
  }

  /** The 24-26 players of a club, or the 24 of a national side. */
  of(team: Team): readonly Player[] {
    const known = this.#squads.get(team.id)
    if (known) return known
    const squad = team.national && firstLeagueOf(team.country) ? this.#calledUp(team) : this.#raise(team)
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

  #raise(team: Team): readonly Player[] {
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

  /** A name that no player before them in the squad has, short or full. */
  #nameOf(id: number, country: string, taken: Set<string>): PersonName {
    for (let attempt = 0; ; attempt++) {
      const name = personName(this.#seed, country, id + attempt * ANOTHER_NAME)
      if (taken.has(name.short) && attempt < ATTEMPTS) continue
      taken.add(name.short)
      return name
    }
  }

  #calledUp(side: Team): readonly Player[] {
    const clubs = clubsOf(firstLeagueOf(side.country)?.id ?? 0)
    return CALLED.flatMap((position, order) => {
      const player = this.of(at(clubs, order)).find((one) => one.position === position && one.calledBy !== null)
      return player ? [{ ...player, shirt: order === 0 ? 1 : order + 1 }] : []
    })
  }

  /** Every team that holds the player, their club first. */
  holding(playerId: number, teams: readonly Team[]): Team[] {
    return teams.filter((team) => this.of(team).some(({ id }) => id === playerId))
  }
}
