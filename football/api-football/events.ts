import { type EventType, KICKS, type ReportedEvent } from '@tribune/domain/matches/events.ts'
import type { WireEvent } from './wire/wire-players.ts'

const MAX_MINUTE = 120
const MAX_EXTRA = 99

/** Types by the provider's words (provider format, section 9). */
const TYPES: ReadonlyMap<string, EventType> = new Map([
  ['goal normal goal', 'goal'],
  ['goal penalty', 'penalty'],
  ['goal own goal', 'own_goal'],
  ['goal missed penalty', 'missed_penalty'],
  ['card yellow card', 'yellow'],
  ['card second yellow card', 'second_yellow'],
  ['card red card', 'red'],
])

/** Returns an event in neutral words; `unknown` for those that the provider's format does not have. */
export function toReportedEvent(event: WireEvent): ReportedEvent {
  const { time, team, player, assist } = event
  return {
    minute: Math.min(Math.max(time.elapsed, 0), MAX_MINUTE),
    extra: time.extra !== null && time.extra > 0 ? Math.min(time.extra, MAX_EXTRA) : null,
    type: typeOf(event),
    team_id: team.id,
    player,
    other: assist,
  }
}

function typeOf({ type, detail, comments }: WireEvent): EventType {
  if (type === 'subst') return 'substitution'
  if (type === 'var') return /^goal (cancelled|disallowed)/.test(detail) ? 'annulled_goal' : 'review'
  const known = TYPES.get(`${type} ${detail}`) ?? 'unknown'
  return comments.includes('shootout') ? (KICKS[known] ?? known) : known
}
