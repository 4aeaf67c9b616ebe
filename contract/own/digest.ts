import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** Reasons why a fan receives no digest even if they want one: no confirmed address, or a closed right to vote. */
const OBSTACLES = ['no_address', 'voting_closed'] as const

const digestChoice = z.object({
  wanted: z.boolean(),
  /** Whether it was turned off because the fan's mail server refused it again and again. */
  ended_by_mailbox: z.boolean(),
  obstacle: z.enum(OBSTACLES).nullable(),
})
export type DigestChoice = z.output<typeof digestChoice>

export const getDigest = endpoint({
  method: 'GET',
  path: '/api/me/digest',
  summary: 'Whether the caller wishes the weekly digest by mail, and where it goes',
  access: 'fan',
  output: digestChoice,
})

export const putDigest = endpoint({
  method: 'PUT',
  path: '/api/me/digest',
  summary: 'Turns the caller’s weekly digest on or off; a change of nothing is no fault',
  access: 'fan',
  body: z.strictObject({ wanted: z.boolean() }),
  output: digestChoice,
})
