import { HOUR_MS } from '@tribune/domain/common/instant.ts'
import type { Player } from '../clubs/squads.ts'
import { shareOf } from '../random.ts'
import type { Snapshot } from '../world.ts'
import type { Incident, Side } from './play.ts'

/** A player's record in a match so far. */
export interface PlayerRecord {
  /** Minutes on the field; `null` before the player has entered. */
  readonly minutes: number | null
  readonly goals: number
  readonly ownGoals: number
  readonly assists: number
  readonly conceded: number
  readonly yellows: number
  readonly reds: number
  readonly penaltiesScored: number
  readonly penaltiesMissed: number
}

/** Times after the whistle at which some ratings are corrected, by a tenth or two. */
const CORRECTIONS_MS = [2.5 * HOUR_MS, 20 * HOUR_MS]
const CORRECTED_RATE = 0.12
/** Minutes that a player needs for a rating. */
const RATED_FROM_MINUTES = 10
const MIN_RATING = 3
const MAX_RATING = 10
const WEIGHTS = {
  goal: 0.95,
  assist: 0.55,
  ownGoal: -0.9,
  conceded: -0.18,
  cleanSheet: 0.35,
  yellow: -0.2,
  red: -1.3,
  missed: -0.6,
}

/** Returns the incidents reported by this moment of play. */
export function visibleIncidents({ timeline, moment }: Snapshot): Incident[] {
  const { played } = moment
  return played === null ? [] : timeline.incidents.filter((one) => one.at <= played && one.until > played)
}

/** Derives the record of one player of one side from the incidents reported so far. */
export function recordOf(
  incidents: readonly Incident[],
  player: Player,
  side: Side,
  starter: boolean,
  minute: number,
): PlayerRecord {
  const own = incidents.filter((one) => one.player.id === player.id && !one.shootout)
  const cameOn = starter ? 0 : incidents.find((one) => one.type === 'subst' && one.other?.id === player.id)?.minute
  const left = own.find((one) => one.type === 'subst' || one.detail === 'Red Card')?.minute ?? minute
  const count = (test: (one: Incident) => boolean) => own.filter(test).length
  const onField = (one: Incident) => cameOn !== undefined && one.minute >= cameOn && one.minute <= left
  return {
    minutes: cameOn === undefined || minute === 0 ? null : Math.max(1, left - cameOn),
    goals: count((one) => one.goal && one.detail !== 'Own Goal'),
    ownGoals: count((one) => one.detail === 'Own Goal'),
    assists: incidents.filter((one) => one.goal && one.other?.id === player.id).length,
    conceded: incidents.filter((one) => one.goal && one.side !== side && onField(one)).length,
    yellows: count((one) => one.detail === 'Yellow Card'),
    reds: count((one) => one.detail === 'Red Card'),
    penaltiesScored: count((one) => one.detail === 'Penalty'),
    penaltiesMissed: count((one) => one.detail === 'Missed Penalty'),
  }
}

/** Rates a player, as the provider writes it: "7.3", "7" or `null`. */
export function ratingOf(
  seed: string,
  { fixture, moment }: Snapshot,
  player: Player,
  record: PlayerRecord,
  now: Date,
): string | null {
  if (record.minutes === null || record.minutes < RATED_FROM_MINUTES) return null
  const day = shareOf(seed, 'rating', fixture.id, player.id) + shareOf(seed, 'rating again', fixture.id, player.id) - 1
  const seen = Math.min(1, record.minutes / 90)
  const defends = player.position === 'G' || player.position === 'D'
  const conceded = defends
    ? record.conceded * WEIGHTS.conceded + (record.conceded === 0 ? WEIGHTS.cleanSheet * seen : 0)
    : 0
  const value =
    6.45 +
    (0.9 * day + 0.5 * player.talent) * (0.35 + 0.65 * seen) +
    conceded +
    record.goals * WEIGHTS.goal +
    record.assists * WEIGHTS.assist +
    record.ownGoals * WEIGHTS.ownGoal +
    record.yellows * WEIGHTS.yellow +
    record.reds * WEIGHTS.red +
    record.penaltiesMissed * WEIGHTS.missed +
    correction(seed, fixture.id, player.id, moment.finishedAt, now)
  return String(Number(Math.min(MAX_RATING, Math.max(MIN_RATING, value)).toFixed(1)))
}

function correction(seed: string, matchId: number, playerId: number, finishedAt: number | null, now: Date): number {
  if (finishedAt === null) return 0
  return CORRECTIONS_MS.filter((after) => now.getTime() >= finishedAt + after).reduce((sum, after) => {
    const share = shareOf(seed, 'correction', after, matchId, playerId)
    if (share >= CORRECTED_RATE) return sum
    const size = share < CORRECTED_RATE / 2 ? 0.1 : 0.2
    return sum + (share < CORRECTED_RATE / 4 || share > (CORRECTED_RATE * 3) / 4 ? -size : size)
  }, 0)
}

/** Returns when the ratings of a match were last changed. */
export function ratingsUpdatedAt({ moment }: Snapshot, now: Date): Date {
  const { finishedAt } = moment
  if (finishedAt === null) return now
  const last = [0, ...CORRECTIONS_MS].filter((after) => now.getTime() >= finishedAt + after).at(-1) ?? 0
  return new Date(finishedAt + last)
}
