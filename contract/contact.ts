import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** The people and companies that answer for this site, for /privacy (spec section 2) and /legal; `null` for each that is not configured. */
export const getContact = endpoint({
  method: 'GET',
  path: '/api/contact',
  summary: 'Contact, publisher, director of publication and host of this site, each or null',
  access: 'public',
  cdn: true,
  output: z.object({
    email: z.string().nullable(),
    publisher: z.string().nullable(),
    director: z.string().nullable(),
    host: z.string().nullable(),
  }),
})
