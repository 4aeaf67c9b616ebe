import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** 200 while the database answers; a load balancer and the operator read it. */
export const getHealth = endpoint({
  method: 'GET',
  path: '/api/health',
  summary: 'Whether this server can serve',
  access: 'public',
  output: z.object({ ok: z.literal(true), now: z.string() }),
  errors: ['busy'],
})
