import type pg from 'pg'

/** Returns the id of the PostgreSQL process behind a connection, which the driver's types do not publish; 0 before it is known. */
export function pidOf(client: pg.ClientBase): number {
  return (client as { readonly processID?: number | null }).processID ?? 0
}
