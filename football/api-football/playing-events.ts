import { initialledName, isSameName, surnameOf } from './names.ts'
import { changesField, type FieldChange, isDismissal } from './playing-time.ts'
import type { WireEvent, WirePerson } from './wire/wire-players.ts'

/** A player on a team sheet, with all their known names. */
interface SheetPerson {
  readonly id: number
  readonly names: readonly string[]
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

/** Ways to recognise a name, the most certain first. */
const NAME_MATCHERS: readonly ((a: string, b: string) => boolean)[] = [
  isSameName,
  (a, b) => initialledName(a) === initialledName(b),
  (a, b) => surnameOf(a) === surnameOf(b),
]

/** Finds a player by id or, without one, by a name that is unique on the team. */
function findPerson({ id, name }: WirePerson, people: readonly SheetPerson[]): number | null {
  if (id !== null && people.some((person) => person.id === id)) return id
  if (surnameOf(name) === '') return null
  const candidates = id === null ? people : people.filter((person) => person.id < 0)
  for (const isSame of NAME_MATCHERS) {
    const [first, second] = candidates.filter(({ names }) => names.some((candidate) => isSame(candidate, name)))
    if (first !== undefined && second === undefined) return first.id
  }
  return null
}
