import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** How to reach the operator, as the privacy policy tells it (spec section 2, /privacy). `null`: no address was configured. */
export const getContact = endpoint({
  method: 'GET',
  path: '/api/contact',
  summary: 'E-mail address of the operator for questions about privacy, or null',
  access: 'public',
  output: z.object({ email: z.string().nullable() }),
  errors: [],
})
