import { type EventType, KICKS, type ReportedEvent } from '@tribune/domain/matches/events.ts'
import { directionOf } from '@tribune/domain/matches/timeline.ts'
import { findPerson, type SheetPerson } from '@tribune/domain/players/find-person.ts'
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

/** A substitution or a dismissal, with the ids of its players; `null` if unknown. */
export interface FieldChange {
  readonly minute: number
  readonly player: number | null
  readonly other: number | null
  readonly isDismissal: boolean
}

/** Minutes on the field by player id. Not `isComplete` if somebody unknown entered. */
export interface PlayingTime {
  readonly minutes: ReadonlyMap<number, number>
  readonly isComplete: boolean
}

const DISMISSALS = ['red card', 'second yellow card']

/** Returns whether an event changes who is on the field. */
function changesField({ type, detail }: WireEvent): boolean {
  return type === 'subst' || isDismissal({ type, detail })
}

function isDismissal({ type, detail }: Pick<WireEvent, 'type' | 'detail'>): boolean {
  return type === 'card' && DISMISSALS.includes(detail)
}

/**
 * Computes the minutes of a team's players from its starters and changes, up to minute `end`. Substitutions usually name first the player who
 * leaves, but some matches have it the other way round: the one who is on the field at that moment leaves.
 */
export function playingTime(starters: readonly number[], changes: readonly FieldChange[], end: number): PlayingTime {
  const since = new Map(starters.map((id) => [id, 0]))
  const minutes = new Map<number, number>()
  let isComplete = true

  const leave = (id: number | null, minute: number) => {
    const start = id === null ? undefined : since.get(id)
    if (id === null || start === undefined) return
    // A player who enters in stoppage time has played too.
    minutes.set(id, (minutes.get(id) ?? 0) + Math.max(1, minute - start))
    since.delete(id)
  }

  for (const { minute, player, other, isDismissal } of changes.toSorted((a, b) => a.minute - b.minute)) {
    if (isDismissal) {
      leave(player, minute)
      continue
    }
    const [leaving, entering] = directionOf(player, other, (id) => since.has(id))
    leave(leaving, minute)
    if (entering === null) isComplete = false
    else if (!since.has(entering)) since.set(entering, minute)
  }
  for (const id of [...since.keys()]) leave(id, end)
  return { minutes, isComplete }
}

/** Returns the events of a team that change who is on the field, with their players looked up on its sheet. */
export function fieldChangesOf(
  teamId: number,
  events: readonly WireEvent[],
  people: readonly SheetPerson[],
): FieldChange[] {
  return events
    .filter((event) => event.team.id === teamId && changesField(event))
    .map((event) => ({
      minute: event.time.elapsed,
      player: findPerson(event.player, people),
      other: findPerson(event.assist, people),
      isDismissal: isDismissal(event),
    }))
}
