import { initialledName, isSameName, surnameOf } from './names.ts'
import { changesField, type FieldChange, isDismissal } from './playing-time.ts'
import type { WireEvent, WirePerson } from './wire-players.ts'

/** A player of one team's sheet, under every name we have for them. */
interface SheetPerson {
  readonly id: number
  readonly names: readonly string[]
}

/** The events of one team that change who is on the field, with the people they name found in its sheet. */
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

/** How a name may be recognised, the surest first. */
const SAME: readonly ((a: string, b: string) => boolean)[] = [
  isSameName,
  (a, b) => initialledName(a) === initialledName(b),
  (a, b) => surnameOf(a) === surnameOf(b),
]

/** By id; without one by a name that only one of the team bears. */
function findPerson({ id, name }: WirePerson, people: readonly SheetPerson[]): number | null {
  if (id !== null && people.some((person) => person.id === id)) return id
  if (name === null) return null
  const candidates = id === null ? people : people.filter((person) => person.id < 0)
  for (const isSame of SAME) {
    const [first, second] = candidates.filter(({ names }) => names.some((candidate) => isSame(candidate, name)))
    if (first !== undefined && second === undefined) return first.id
  }
  return null
}
