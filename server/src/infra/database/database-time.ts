import { sql } from 'kysely'

/** Makes the present moment by the database's clock, moved as the server's clock is. */
export const databaseTime = (clockOffsetMs: number) =>
  sql<Date>`(clock_timestamp() + ${`${clockOffsetMs} milliseconds`}::interval)`
