import { changed as words } from '@tribune/french/sentences/operator/area.ts'
import { fields, journal } from '@tribune/french/sentences/operator/journal.ts'
import type { ShownChange } from './change-store.ts'

export interface ChangedRow {
  readonly name: string
  readonly text: string
}

/** Returns each value that differs between what the operator saw and what is there, by its name: « Coefficient », « 2,50 → 2,90 ». */
export function changedRows({ seen, current, names }: Pick<ShownChange, 'seen' | 'current' | 'names'>): ChangedRow[] {
  const [before, after] = [flat(seen), flat(current)]
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [was, is] = [before.get(key), after.get(key)]
    if (was === is) return []
    const name = names?.get(key) ?? words.fields[key] ?? fields[key] ?? key
    return [{ name, text: journal.change(names?.has(key) === true ? 'coefficient' : key, was, is) }]
  })
}

/** Returns the values of a state by name, those of an object in it too. */
function flat(state: unknown): Map<string, unknown> {
  if (typeof state !== 'object' || state === null) return new Map()
  return new Map(
    Object.entries(state).flatMap(([key, value]) =>
      typeof value === 'object' && value !== null ? [...flat(value)] : [[key, value] as const],
    ),
  )
}
