import type { Lineup, Place } from './lineup.ts'
import type { Side } from './play.ts'
import { Random } from './random.ts'
import { type Deeds, deedsOf, ratingOf, ratingsUpdatedAt, visibleIncidents } from './ratings.ts'
import { mediaUrl, teamRef, type Voice } from './wire.ts'
import { hasHoles, isLastOfBench, isNameless, publishedSides } from './wire-lineups.ts'
import type { Snapshot } from './world.ts'
import { zonedIso } from './zone.ts'

/** Whether the provider counts this match's players. */
function isCounted({ fixture, moment }: Snapshot): boolean {
  return moment.played !== null && (fixture.cover === 'full' || fixture.cover === 'shaky')
}

/** The body of `/fixtures/players`. */
export function playerRows(voice: Voice, snapshot: Snapshot) {
  if (!isCounted(snapshot)) return []
  const updated = Math.floor(ratingsUpdatedAt(snapshot, voice.now).getTime() / 60_000) * 60_000
  return publishedSides(voice, snapshot).map((side) => {
    const lineup = snapshot.lineups[side]
    return {
      team: { ...teamRef(voice, lineup.team), update: zonedIso(updated, 'UTC') },
      players: [...lineup.starters, ...lineup.bench].map((place) => playerRow(voice, snapshot, side, place)),
    }
  })
}

function playerRow(voice: Voice, snapshot: Snapshot, side: Side, place: Place) {
  const lineup = snapshot.lineups[side]
  const { player } = place
  const holes = hasHoles(snapshot, side)
  const id = holes && isNameless(lineup, place) ? 0 : player.id
  const deeds = deedsOf(visibleIncidents(snapshot), player, side, place.grid !== null, snapshot.moment.minute ?? 0)
  return {
    player: { id, name: player.name.full, photo: mediaUrl(voice.base, 'players', id) },
    statistics: [
      {
        games: {
          minutes: deeds.minutes,
          number: holes && isLastOfBench(lineup, place) ? null : player.shirt,
          position: place.position,
          rating: ratingOf(voice.seed, snapshot, player, deeds, voice.now),
          captain: player.id === lineup.captainId,
          substitute: place.grid === null,
        },
        ...figuresOf(voice.seed, snapshot, lineup, place, deeds),
      },
    ],
  }
}

/** A count as the provider tells it: nothing rather than 0. */
function count(value: number): number | null {
  return value > 0 ? value : null
}

function figuresOf(seed: string, { fixture }: Snapshot, lineup: Lineup, place: Place, deeds: Deeds) {
  const { player, position } = place
  const minutes = deeds.minutes ?? 0
  const random = new Random(seed, 'figures', fixture.id, player.id, lineup.team.id)
  // The match's total is drawn first, then cut to the minutes played, so that a live figure only ever grows.
  const share = (most: number) => Math.floor(random.next() * most * (minutes / 90))
  const attempts = share(position === 'F' ? 5 : position === 'M' ? 3 : 1)
  const passes = share(position === 'F' ? 35 : 75)
  const duels = share(16)
  const dribbles = share(5)
  const keeps = position === 'G'
  return {
    offsides: count(position === 'F' ? share(3) : 0),
    shots: { total: count(deeds.goals + attempts), on: count(deeds.goals + Math.floor(attempts / 2)) },
    goals: {
      total: count(deeds.goals),
      conceded: keeps ? deeds.conceded : 0,
      assists: count(deeds.assists),
      saves: keeps && minutes > 0 ? share(7) : null,
    },
    passes: {
      total: count(passes),
      key: count(deeds.assists + share(3)),
      accuracy: passes > 0 ? String(Math.floor(passes * 0.82)) : null,
    },
    tackles: { total: count(share(5)), blocks: count(share(2)), interceptions: count(share(4)) },
    duels: { total: count(duels), won: count(Math.floor(duels / 2)) },
    dribbles: { attempts: count(dribbles), success: count(Math.floor(dribbles / 2)), past: count(share(2)) },
    fouls: { drawn: count(share(3)), committed: count(deeds.yellows + share(3)) },
    cards: { yellow: deeds.yellows, red: deeds.reds },
    penalty: {
      won: null,
      commited: null,
      scored: deeds.penaltiesScored,
      missed: deeds.penaltiesMissed,
      saved: null,
    },
  }
}
