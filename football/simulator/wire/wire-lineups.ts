import { HOUR_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { crestColours } from '@tribune/domain/players/crest.ts'
import type { Squads } from '../clubs/squads.ts'
import { zonedIso } from '../days.ts'
import { beforeWarmUp, type Lineup, type Place } from '../play/lineup.ts'
import type { Side } from '../play/play.ts'
import { type PlayerRecord, ratingOf, ratingsUpdatedAt, recordOf, visibleIncidents } from '../play/ratings.ts'
import { Random, shareOf } from '../random.ts'
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
function publishedSides(context: WireContext, snapshot: Snapshot): Side[] {
  return (['home', 'away'] as const).filter((side) => isPublished(context, snapshot, side))
}

/** Returns whether values of a side are missing, as for the away side of a badly covered match. */
function hasHoles({ fixture }: Snapshot, side: Side): boolean {
  return fixture.cover === 'shaky' && side === 'away'
}

/** Returns whether a player of a badly covered side has no id: one starter, and the last of the bench, who has no number either. */
function isNameless(lineup: Lineup, place: Place): boolean {
  return place.player.id === lineup.starters[7]?.player.id || isLastOfBench(lineup, place)
}

function isLastOfBench(lineup: Lineup, place: Place): boolean {
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

/** Returns whether the provider has player statistics of this match. */
function isCounted({ fixture, moment }: Snapshot): boolean {
  return moment.played !== null && (fixture.cover === 'full' || fixture.cover === 'shaky')
}

/** Makes the rows of `/fixtures/players`. */
export function playerRows(context: WireContext, snapshot: Snapshot) {
  if (!isCounted(snapshot)) return []
  const updated = Math.floor(ratingsUpdatedAt(snapshot, context.now).getTime() / 60_000) * 60_000
  return publishedSides(context, snapshot).map((side) => {
    const lineup = snapshot.lineups[side]
    return {
      team: { ...teamRef(context, lineup.team), update: zonedIso(updated, 'UTC') },
      players: [...lineup.starters, ...lineup.bench].map((place) => playerRow(context, snapshot, side, place)),
    }
  })
}

function playerRow(context: WireContext, snapshot: Snapshot, side: Side, place: Place) {
  const lineup = snapshot.lineups[side]
  const { player } = place
  const holes = hasHoles(snapshot, side)
  const id = holes && isNameless(lineup, place) ? 0 : player.id
  const record = recordOf(visibleIncidents(snapshot), player, side, place.grid !== null, snapshot.moment.minute ?? 0)
  return {
    player: { id, name: player.name.full, photo: mediaUrl(context.base, 'players', id) },
    statistics: [
      {
        games: {
          minutes: record.minutes,
          number: holes && isLastOfBench(lineup, place) ? null : player.shirt,
          position: place.position,
          rating: ratingOf(context.seed, snapshot, player, record, context.now),
          captain: player.id === lineup.captainId,
          substitute: place.grid === null,
        },
        ...figuresOf(context.seed, snapshot, lineup, place, record),
      },
    ],
  }
}

/** Writes a count as the provider does: null instead of 0. */
function count(value: number): number | null {
  return value > 0 ? value : null
}

function figuresOf(seed: string, { fixture }: Snapshot, lineup: Lineup, place: Place, record: PlayerRecord) {
  const { player, position } = place
  const minutes = record.minutes ?? 0
  const random = new Random(seed, 'figures', fixture.id, player.id, lineup.team.id)
  // Draws the total of a full match, then scales it to the minutes played, so that live figures only grow.
  const share = (most: number) => Math.floor(random.next() * most * (minutes / 90))
  const attempts = share(position === 'F' ? 5 : position === 'M' ? 3 : 1)
  const passes = share(position === 'F' ? 35 : 75)
  const duels = share(16)
  const dribbles = share(5)
  const keeps = position === 'G'
  return {
    offsides: count(position === 'F' ? share(3) : 0),
    shots: { total: count(record.goals + attempts), on: count(record.goals + Math.floor(attempts / 2)) },
    goals: {
      total: count(record.goals),
      conceded: keeps ? record.conceded : 0,
      assists: count(record.assists),
      saves: keeps && minutes > 0 ? share(7) : null,
    },
    passes: {
      total: count(passes),
      key: count(record.assists + share(3)),
      accuracy: passes > 0 ? String(Math.floor(passes * 0.82)) : null,
    },
    tackles: { total: count(share(5)), blocks: count(share(2)), interceptions: count(share(4)) },
    duels: { total: count(duels), won: count(Math.floor(duels / 2)) },
    dribbles: { attempts: count(dribbles), success: count(Math.floor(dribbles / 2)), past: count(share(2)) },
    fouls: { drawn: count(share(3)), committed: count(record.yellows + share(3)) },
    cards: { yellow: record.yellows, red: record.reds },
    penalty: {
      won: null,
      commited: null,
      scored: record.penaltiesScored,
      missed: record.penaltiesMissed,
      saved: null,
    },
  }
}
