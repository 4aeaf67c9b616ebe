import { zonedIso } from '../days.ts'
import type { Lineup, Place } from '../play/lineup.ts'
import type { Side } from '../play/play.ts'
import { type PlayerRecord, ratingOf, ratingsUpdatedAt, recordOf, visibleIncidents } from '../play/ratings.ts'
import { Random } from '../random.ts'
import type { Snapshot } from '../world.ts'
import { mediaUrl, teamRef, type WireContext } from './wire.ts'
import { hasHoles, isLastOfBench, isNameless, publishedSides } from './wire-lineups.ts'

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
