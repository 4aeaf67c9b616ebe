import { z } from 'zod'
import { endpoint, instant } from '../endpoint.ts'

export const getNotice = endpoint({
  method: 'GET',
  path: '/api/notice',
  summary: 'The operator’s notice to all fans that is on now, or null',
  access: 'public',
  shared: true,
  output: z.object({ notice: z.object({ id: z.number().int(), text: z.string(), ends_at: instant }).nullable() }),
})
