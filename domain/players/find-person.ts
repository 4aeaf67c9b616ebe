import { normaliseSearch } from '../common/search.ts'

/** A person as a feed names them: with an id, a name, or both. */
export interface NamedPerson {
  /** `null` where the feed has none. */
  readonly id: number | null
  /** '' where the feed has none. */
  readonly name: string
}

/** A player on a team sheet, with all their known names. */
export interface SheetPerson {
  readonly id: number
  readonly names: readonly string[]
}

/** Returns the last word of a name, '' of none: lineups have "R. Poulain", statistics "Rémi Poulain", events either. */
export function surnameOf(name: string): string {
  return normaliseSearch(name).split(' ').at(-1) ?? ''
}

/** Returns the first letter and last word of a name, "r poulain", which its short and full forms share. */
export function initialledName(name: string): string {
  const surname = surnameOf(name)
  return surname === '' ? '' : `${normaliseSearch(name).charAt(0)} ${surname}`
}

/** Ways to recognise a name, the most certain first. */
const NAME_MATCHERS: readonly ((a: string, b: string) => boolean)[] = [
  (a, b) => normaliseSearch(a) === normaliseSearch(b),
  (a, b) => initialledName(a) === initialledName(b),
  (a, b) => surnameOf(a) === surnameOf(b),
]

/** Finds a player by id or, without one, by a name that is unique on the sheet. Two different ids of the feed are two people. */
export function findPerson({ id, name }: NamedPerson, people: readonly SheetPerson[]): number | null {
  if (id !== null && people.some((person) => person.id === id)) return id
  if (surnameOf(name) === '') return null
  const candidates = id === null ? people : people.filter((person) => person.id < 0)
  for (const isSame of NAME_MATCHERS) {
    const [first, second] = candidates.filter(({ names }) => names.some((candidate) => isSame(candidate, name)))
    if (first !== undefined && second === undefined) return first.id
  }
  return null
}
