import { findPerson, type SheetPerson } from '@tribune/domain/players/find-person.ts'
import { changesField, type FieldChange, isDismissal } from './playing-time.ts'
import type { WireEvent } from './wire/wire-players.ts'

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
