import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** Addresses below it are answered under any host name, and without the database as long as they can be. */
export const HEALTH_PATH = '/api/health'

/** 200 while the server takes requests and the database answers; a load balancer and the operator read it. */
const readiness = {
  method: 'GET',
  access: 'public',
  summary: 'Whether this server can serve: not while it stops, nor without its database',
  output: z.object({ ok: z.literal(true), now: z.string() }),
  errors: ['busy'],
} as const

export const getHealth = endpoint({ ...readiness, path: HEALTH_PATH })
export const getReadiness = endpoint({ ...readiness, path: `${HEALTH_PATH}/ready` })

/** 200 while the process answers at all: whoever starts servers again must not do so because a database is away. */
export const getLiveness = endpoint({
  method: 'GET',
  path: `${HEALTH_PATH}/live`,
  summary: 'Whether this server runs, whatever becomes of its database',
  access: 'public',
  output: z.object({ ok: z.literal(true) }),
  errors: [],
})
