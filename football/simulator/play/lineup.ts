import { dayPlayed, type Fixture } from '../calendar/fixture.ts'
import { isOnDuty } from '../calendar/pairings.ts'
import type { Team } from '../clubs/clubs.ts'
import type { Player, Position, Squads } from '../clubs/squads.ts'
import { at, Random, shareOf } from '../random.ts'

export interface Place {
  readonly player: Player
  readonly position: Position
  /** "row:column"; `null` on the bench. */
  readonly grid: string | null
}

export interface Lineup {
  readonly team: Team
  readonly formation: string
  readonly starters: readonly Place[]
  readonly bench: readonly Place[]
  readonly captainId: number
  /** Indices of a starter and a substitute who were swapped after an injury in the warm-up. */
  readonly warmUpSwap: readonly [number, number] | null
}

const FORMATIONS = ['4-3-3', '4-2-3-1', '4-4-2', '3-4-3', '3-5-2', '5-3-2', '4-1-4-1']
const BENCH: readonly [number, number] = [8, 12]
/** Share of matches with an unusual formation. */
const OTHER_FORMATION_RATE = 0.15
const INJURED_RATE = 0.08
const MAX_INJURED = 3
const WARM_UP_SWAP_RATE = 0.04
/** Weight of current form against talent in the coach's choice. */
const FORM_WEIGHT = 0.6
/** Duration of an injury. */
const INJURY_DAYS = 12

/** Draws the lineup of one side, always the same for a match. */
export function lineupOf(seed: string, squads: Squads, fixture: Fixture, team: Team): Lineup {
  const random = new Random(seed, 'lineup', fixture.id, team.id)
  const usual = at(FORMATIONS, Math.floor(shareOf(seed, 'formation', team.id) * FORMATIONS.length))
  const formation = random.chance(OTHER_FORMATION_RATE) ? random.pick(FORMATIONS) : usual
  const ranked = available(seed, squads.of(team), team, dayPlayed(fixture))
    .map((player) => ({ player, merit: player.talent + FORM_WEIGHT * random.next() }))
    .sort((a, b) => b.merit - a.merit)
    .map(({ player }) => player)
  const starters = eleven(formation, ranked)
  const chosen = new Set(starters.map(({ player }) => player))
  const bench = benchOf(
    ranked.filter((player) => !chosen.has(player)),
    random.int(...BENCH),
  )
  const captain = [...starters].sort((a, b) => b.player.age - a.player.age || a.player.id - b.player.id)
  return {
    team,
    formation,
    starters,
    bench,
    captainId: at(captain, 0).player.id,
    warmUpSwap: random.chance(WARM_UP_SWAP_RATE) ? [random.int(1, 10), random.int(1, bench.length - 1)] : null,
  }
}

function available(seed: string, squad: readonly Player[], team: Team, day: number): Player[] {
  const period = Math.floor(day / INJURY_DAYS)
  const hurt = squad
    .filter((player) => shareOf(seed, 'hurt', player.id, period) < INJURED_RATE)
    // Only the first keeper can be hurt, so that a side always has one.
    .filter((player) => player.position !== 'G' || player === squad[0])
    .slice(0, MAX_INJURED)
  const away = squad.filter(({ calledBy }) => !team.national && calledBy !== null && isOnDuty(calledBy, day))
  return squad.filter((player) => !hurt.includes(player) && !away.includes(player))
}

/** Splits a formation into rows: keeper, defence, midfield rows, attack. */
function rowsOf(formation: string): { position: Position; size: number }[] {
  const sizes = formation.split('-').map(Number)
  const outfield = sizes.map((size, row) => ({
    size,
    position: row === 0 ? ('D' as const) : row === sizes.length - 1 ? ('F' as const) : ('M' as const),
  }))
  return [{ position: 'G', size: 1 }, ...outfield]
}

function eleven(formation: string, ranked: readonly Player[]): Place[] {
  const left = [...ranked]
  const take = (position: Position): Player => {
    const wanted = left.findIndex((player) => player.position === position)
    const found = wanted >= 0 ? wanted : left.findIndex((player) => player.position !== 'G')
    return at(left.splice(found, 1), 0)
  }
  return rowsOf(formation).flatMap(({ position, size }, row) =>
    Array.from({ length: size }, (_, column) => ({
      player: take(position),
      position,
      grid: `${row + 1}:${size - column}`,
    })),
  )
}

function benchOf(ranked: readonly Player[], size: number): Place[] {
  const keeper = ranked.filter(({ position }) => position === 'G').slice(0, 1)
  const others = ranked.filter(({ position }) => position !== 'G').slice(0, size - keeper.length)
  return [...keeper, ...others].map((player) => ({ player, position: player.position, grid: null }))
}

/** Returns the lineup as published before the warm-up. */
export function beforeWarmUp(lineup: Lineup): Lineup {
  if (lineup.warmUpSwap === null) return lineup
  const [out, into] = lineup.warmUpSwap
  const starter = at(lineup.starters, out)
  const substitute = at(lineup.bench, into)
  return {
    ...lineup,
    starters: lineup.starters.map((place) => (place === starter ? { ...place, player: substitute.player } : place)),
    bench: lineup.bench.map((place) =>
      place === substitute ? { player: starter.player, position: starter.player.position, grid: null } : place,
    ),
  }
}
