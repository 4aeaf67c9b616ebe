import { sql } from 'kysely'

/** Makes `= ANY (values)`: one prepared statement for any number of values, none included. */
export function anyOf<T>(values: readonly T[]) {
  return sql<T>`ANY (${values})`
}
