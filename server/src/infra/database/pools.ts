import type pg from 'pg'
import { DeadPaths } from './dead-paths.ts'
import { createPool } from './pool.ts'

/** Maximum number of connections of one server, by purpose. */
export interface Connections {
  /** For screens, accounts and everything else. */
  readonly shared: number
  /** For the ledger alone, so that ballots never queue behind other work. */
  readonly ballots: number
  /** For looking sessions up, for the same reason. */
  readonly sessions: number
  readonly jobs: number
}

export type Pools = { readonly [K in keyof Connections]: pg.Pool } & { readonly watch: DeadPaths }

/** Connections outside the pools: that of the bus, one that checks silent connections, those of the integrity rule and of the records. */
const OUTSIDE_POOLS = 4

interface Log {
  warn(facts: object, message: string): void
}

export function openPools(databaseUrl: string, sizes: Connections, log: Log): Pools {
  const onLost = (error: Error) => log.warn({ err: error }, 'database connection lost')
  const watch = new DeadPaths({
    databaseUrl,
    onLost: (count) => log.warn({ count }, 'unresponsive database connections closed'),
  })
  const open = (name: string, size: number) => {
    const pool = createPool(databaseUrl, onLost, { name, size })
    watch.watch(pool)
    return pool
  }
  return {
    shared: open('tribune', sizes.shared),
    ballots: open('tribune-ballots', sizes.ballots),
    sessions: open('tribune-sessions', sizes.sessions),
    jobs: open('tribune-jobs', sizes.jobs),
    watch,
  }
}

/** Connections that PostgreSQL grants our role: without reserved ones, and within the limits of role and database. */
const GRANTED = `
  SELECT least(
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0),
    (SELECT nullif(rolconnlimit, -1) FROM pg_roles WHERE rolname = current_user),
    (SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database())) AS granted`

/**
 * Throws if the servers of this machine would open more connections than PostgreSQL grants. Of several, one more starts before an old one ends.
 */
export async function requireConnections(
  pool: pg.Pool,
  { shared, ballots, sessions, jobs }: Connections,
  servers = 1,
): Promise<void> {
  const each = shared + ballots + sessions + jobs + OUTSIDE_POOLS
  const most = servers === 1 ? 1 : servers + 1
  const { rows } = await pool.query<{ granted: number }>(GRANTED)
  const granted = rows[0]?.granted ?? 0
  if (each * most <= granted) return
  const all = most === 1 ? '' : `, and ${servers} of them ${each * most} during a restart`
  throw new Error(
    `DATABASE_CONNECTIONS: this server opens up to ${each} connections (${shared} shared, ${ballots} for ballots, ` +
      `${sessions} for sessions, ${jobs} for jobs, ${OUTSIDE_POOLS} outside the pools)${all}; PostgreSQL grants ${granted}. ` +
      `Lower ${most === 1 ? '' : 'SERVERS or '}DATABASE_CONNECTIONS*, or raise max_connections.`,
  )
}
