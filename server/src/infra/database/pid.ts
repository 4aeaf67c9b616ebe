import type pg from 'pg'

/** The process of PostgreSQL that serves a connection, which the driver knows beyond its published types; 0 before it is there. */
export function pidOf(client: pg.ClientBase): number {
  return (client as { readonly processID?: number | null }).processID ?? 0
}
