import { sql } from 'kysely'

/** `column = ANY (values)`: one prepared text whatever the number of values, and right for none at all. */
export function anyOf<T>(values: readonly T[]) {
  return sql<T>`ANY (${values})`
}
