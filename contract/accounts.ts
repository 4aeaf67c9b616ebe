import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** The signed-in fan as the web needs him. */
export const fan = z.object({
  id: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  is_admin: z.boolean(),
  xp: z.number().int(),
  vote_count: z.number().int(),
})
export type Fan = z.output<typeof fan>

export const getMe = endpoint({
  method: 'GET',
  path: '/api/me',
  summary: 'Who is signed in, or null',
  access: 'public',
  own: true,
  output: z.object({ fan: fan.nullable() }),
  errors: [],
})

export const getUserProfile = endpoint({
  method: 'GET',
  path: '/api/user_profiles',
  summary: 'The caller’s own experience points',
  access: 'fan',
  output: z.object({ user_id: z.string(), xp: z.number().int() }),
  errors: ['not_authenticated'],
})

export const countUserProfiles = endpoint({
  method: 'GET',
  path: '/api/user_profiles/count',
  summary: 'Number of registered fans, for the operator',
  access: 'admin',
  output: z.object({ count: z.number().int() }),
  errors: ['not_authenticated', 'admin_only'],
})
