import { HOUR_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { crestColours } from '@tribune/domain/players/crest.ts'
import type { Squads } from '../clubs/squads.ts'
import { beforeWarmUp, type Lineup, type Place } from '../play/lineup.ts'
import type { Side } from '../play/play.ts'
import { shareOf } from '../random.ts'
import type { Snapshot } from '../world.ts'
import { mediaUrl, teamRef, type WireContext } from './wire.ts'

/** Latest and earliest publication, in minutes before kick-off. */
const PUBLISHED_BEFORE: readonly [number, number] = [30, 40]
/** Share of matches in which one side is published later. */
const LATE_SIDE_RATE = 0.06
const LATE_SIDE_MINUTES = 12
const WARM_UP_ENDS_BEFORE_MINUTES = 10
/** Time after the end at which late lineups are published. */
const PUBLISHED_AFTER_MS = HOUR_MS / 2
const TEN_MEN_RATE = 0.3

/** Returns when the lineup of a side is published; `null` if never, or not known yet. */
function publishedAt(seed: string, { fixture, moment }: Snapshot, side: Side): number | null {
  if (fixture.cover === 'none' || fixture.cover === 'after') {
    return fixture.cover === 'after' && moment.finishedAt !== null ? moment.finishedAt + PUBLISHED_AFTER_MS : null
  }
  const [latest, earliest] = PUBLISHED_BEFORE
  const before = latest + shareOf(seed, 'published', fixture.id) * (earliest - latest)
  const late = side === 'away' && shareOf(seed, 'late side', fixture.id) < LATE_SIDE_RATE ? LATE_SIDE_MINUTES : 0
  return moment.kickoff - (before - late) * MINUTE_MS
}

function isPublished(context: WireContext, snapshot: Snapshot, side: Side): boolean {
  if (['PST', 'CANC', 'WO', 'AWD', 'TBD'].includes(snapshot.moment.status)) return false
  const from = publishedAt(context.seed, snapshot, side)
  return from !== null && context.now.getTime() >= from
}

/** Returns the sides whose lineup is published. */
export function publishedSides(context: WireContext, snapshot: Snapshot): Side[] {
  return (['home', 'away'] as const).filter((side) => isPublished(context, snapshot, side))
}

/** Returns whether values of a side are missing, as for the away side of a badly covered match. */
export function hasHoles({ fixture }: Snapshot, side: Side): boolean {
  return fixture.cover === 'shaky' && side === 'away'
}

/** Returns whether a player of a badly covered side has no id: one starter, and the last of the bench, who has no number either. */
export function isNameless(lineup: Lineup, place: Place): boolean {
  return place.player.id === lineup.starters[7]?.player.id || isLastOfBench(lineup, place)
}

export function isLastOfBench(lineup: Lineup, place: Place): boolean {
  return place.player.id === lineup.bench.at(-1)?.player.id
}

/** Makes the rows of `/fixtures/lineups`. */
export function lineupRows(context: WireContext, squads: Squads, snapshot: Snapshot) {
  return publishedSides(context, snapshot).map((side) => lineupRow(context, squads, snapshot, side))
}

function lineupRow(context: WireContext, squads: Squads, snapshot: Snapshot, side: Side) {
  const final = snapshot.lineups[side]
  const warmUpEnds = snapshot.moment.kickoff - WARM_UP_ENDS_BEFORE_MINUTES * MINUTE_MS
  const lineup = context.now.getTime() < warmUpEnds ? beforeWarmUp(final) : final
  const holes = hasHoles(snapshot, side)
  const tenMen = holes && shareOf(context.seed, 'ten men', snapshot.fixture.id) < TEN_MEN_RATE
  const starters = tenMen ? lineup.starters.slice(0, -1) : lineup.starters
  const coach = squads.coachOf(lineup.team)
  return {
    team: { ...teamRef(context, lineup.team), colors: holes ? null : coloursOf(lineup.team.id) },
    coach: holes
      ? { id: null, name: null, photo: null }
      : { id: coach.id, name: coach.name, photo: mediaUrl(context.base, 'coachs', coach.id) },
    formation: lineup.formation,
    startXI: starters.map((place, order) => placeRow(lineup, place, { holes, order })),
    substitutes: lineup.bench.map((place, order) => placeRow(lineup, place, { holes, order })),
  }
}

function placeRow(lineup: Lineup, place: Place, { holes, order }: { holes: boolean; order: number }) {
  const { player, position, grid } = place
  return {
    player: {
      id: holes && isNameless(lineup, place) ? null : player.id,
      name: player.lineupName,
      number: holes && isLastOfBench(lineup, place) ? null : player.shirt,
      pos: holes && grid === null && order === 4 ? null : position,
      grid: holes && order === 5 ? null : grid,
    },
  }
}

function coloursOf(teamId: number) {
  const { primary, secondary } = crestColours(teamId)
  const [shirt, number] = [hex(primary), hex(secondary)]
  return {
    player: { primary: shirt, number, border: shirt },
    goalkeeper: { primary: 'f2c400', number: '101010', border: 'f2c400' },
  }
}

function hex(colour: string): string {
  return colour.slice(1).toLowerCase()
}
