import type { Player } from '../clubs/squads.ts'
import type { Incident, Side } from '../play/play.ts'
import { visibleIncidents } from '../play/ratings.ts'
import { Random, shareOf } from '../random.ts'
import type { Snapshot } from '../world.ts'
import { teamRef, type WireContext } from './wire.ts'

const NOBODY = { id: null, name: null }
/** Share of players whom events name differently from lineups. */
const OTHER_NAME_RATE = 0.12
/** Share of goals that stay in the list after VAR annulled them. */
const STILL_LISTED_RATE = 0.2
/** Share of shoot-outs whose scored kicks look like penalties. */
const BARE_KICKS_RATE = 0.3

/** Makes the rows of `/fixtures/events`. */
export function eventRows(context: WireContext, snapshot: Snapshot) {
  const visible = new Set(visibleIncidents(snapshot))
  return snapshot.timeline.incidents
    .filter((incident) => visible.has(incident) || isStillListed(snapshot, incident))
    .map((incident) => eventRow(context, snapshot, incident))
}

function isStillListed({ fixture, timeline, moment }: Snapshot, { at, until, player }: Incident): boolean {
  if (moment.played === null || at > moment.played) return false
  const isAnnulled = timeline.incidents.some((one) => one.type === 'Var' && one.at === until)
  return isAnnulled && shareOf('still listed', fixture.id, player.id) < STILL_LISTED_RATE
}

function eventRow(context: WireContext, snapshot: Snapshot, incident: Incident) {
  const { reversed, player, other } = incident
  const name = (person: Player | null) => (person === null ? NOBODY : personRef(snapshot, person))
  return {
    time: { elapsed: incident.minute, extra: incident.extra },
    team: teamRef(context, snapshot.lineups[incident.side].team),
    player: name(reversed ? other : player),
    assist: name(reversed ? player : other),
    type: incident.type,
    detail: incident.detail,
    comments: incident.shootout && hasBareKicks(snapshot, incident) ? null : incident.comments,
  }
}

function hasBareKicks({ fixture }: Snapshot, { detail }: Incident): boolean {
  return detail === 'Penalty' && shareOf('bare kicks', fixture.id) < BARE_KICKS_RATE
}

/** Refers to a player, without an id in badly covered matches. */
function personRef({ fixture }: Snapshot, player: Player) {
  const known = fixture.cover === 'full'
  const other = shareOf('event name', fixture.id, player.id) < OTHER_NAME_RATE
  return { id: known ? player.id : null, name: other ? player.name.full : player.lineupName }
}

/** Makes the inline `statistics` of a match, whose figures grow with the minutes. */
export function statisticsRows(context: WireContext, snapshot: Snapshot) {
  const { fixture, moment } = snapshot
  if (moment.played === null || fixture.cover === 'none' || fixture.cover === 'lineups') return []
  const share = Math.min(1, (moment.minute ?? 90) / 90)
  const possession = 35 + Math.floor(shareOf(context.seed, 'possession', fixture.id) * 30)
  const incidents = visibleIncidents(snapshot)
  return (['home', 'away'] as const).map((side) => ({
    team: teamRef(context, snapshot.lineups[side].team),
    statistics: figures(new Random(context.seed, 'statistics', fixture.id, side), {
      share,
      possession: side === 'home' ? possession : 100 - possession,
      incidents: incidents.filter((one) => one.side === side),
      side,
    }),
  }))
}

interface SideSoFar {
  readonly share: number
  readonly possession: number
  readonly incidents: readonly Incident[]
  readonly side: Side
}

function figures(random: Random, { share, possession, incidents }: SideSoFar) {
  const some = (low: number, high: number) => Math.floor(random.int(low, high) * share)
  const cards = (detail: string) => incidents.filter((one) => one.detail === detail).length || null
  const goals = incidents.filter((one) => one.goal).length
  const onGoal = goals + some(1, 6)
  return [
    { type: 'Shots on Goal', value: onGoal },
    { type: 'Shots off Goal', value: some(2, 8) },
    { type: 'Fouls', value: some(6, 18) },
    { type: 'Corner Kicks', value: some(2, 11) },
    { type: 'Ball Possession', value: `${possession}%` },
    { type: 'Yellow Cards', value: cards('Yellow Card') },
    { type: 'Red Cards', value: cards('Red Card') },
    { type: 'expected_goals', value: (onGoal * 0.28).toFixed(2) },
  ]
}
