import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** The server answers this path and the paths below it under any host name, and without the database where possible. */
export const HEALTH_PATH = '/api/health'

/**
 * Readiness, for load balancers and the operator: 200 while the server accepts requests and the database accepts writes. `degraded` means that fans
 * are served, but the football provider refuses this server's requests until a person resolves the cause in `reasons`.
 */
const readiness = {
  method: 'GET',
  access: 'public',
  cdn: false,
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

/** Liveness: 200 while the process responds, even without a database, so that a supervisor does not restart servers during a database outage. */
export const getLiveness = endpoint({
  method: 'GET',
  path: `${HEALTH_PATH}/live`,
  summary: 'Whether this server is running, with or without its database',
  access: 'public',
  cdn: false,
  output: z.object({ ok: z.literal(true) }),
})
