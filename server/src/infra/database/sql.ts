import { sql } from 'kysely'

/** Makes `= ANY (values)`: one prepared statement for any number of values, none included. */
export function anyOf<T>(values: readonly T[]) {
  return sql<T>`ANY (${values})`
}

/** Makes the present moment by the database's clock, moved as the server's clock is. */
export const databaseTime = (clockOffsetMs: number) =>
  sql<Date>`(clock_timestamp() + ${`${clockOffsetMs} milliseconds`}::interval)`
