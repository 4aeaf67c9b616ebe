import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** The operator's address for the privacy policy (spec section 2, /privacy); `null` if none is configured. */
export const getContact = endpoint({
  method: 'GET',
  path: '/api/contact',
  summary: 'E-mail address of the operator for questions about privacy, or null',
  access: 'public',
  output: z.object({ email: z.string().nullable() }),
  errors: [],
})
