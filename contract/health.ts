import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Paths below it are answered under any host name, and without the database where possible. */
export const HEALTH_PATH = '/api/health'

/**
 * 200 while the server accepts requests and the database takes writes. For load balancers and the operator. `degraded`: fans are served, and the
 * football provider refuses this server, for the reasons given, until somebody acts.
 */
const readiness = {
  method: 'GET',
  access: 'public',
  summary: 'Whether this server can serve: not while it is stopping, nor without a database that takes writes',
  output: z.object({
    ok: z.literal(true),
    now: z.string(),
    status: z.enum(['ok', 'degraded']),
    reasons: z.array(z.string()),
  }),
} as const

export const getHealth = endpoint({ ...readiness, path: HEALTH_PATH })
export const getReadiness = endpoint({ ...readiness, path: `${HEALTH_PATH}/ready` })

/** 200 while the process answers at all: a supervisor must not restart servers because the database is down. */
export const getLiveness = endpoint({
  method: 'GET',
  path: `${HEALTH_PATH}/live`,
  summary: 'Whether this server is running, with or without its database',
  access: 'public',
  output: z.object({ ok: z.literal(true) }),
})
