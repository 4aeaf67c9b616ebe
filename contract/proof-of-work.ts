import { z } from 'zod'
import { endpoint, text } from './endpoint.ts'

/** Rate limit for one address behind which a stadium of 50 000 fans signs up within an hour. */
export const STADIUM_PER_MINUTE = 900
/** Longest domain name of the DNS. */
const DOMAIN_MAX_LENGTH = 253
const HEX_MAX_LENGTH = 128
const hex = text(HEX_MAX_LENGTH).regex(/^[\da-f]+$/)

/** A challenge to solve before a call that makes an account or has a message sent, in the format of ALTCHA, version 2. */
const work = z.object({
  parameters: z.object({
    algorithm: z.literal('PBKDF2/SHA-256'),
    nonce: hex,
    salt: hex,
    /** Rounds of one derivation. */
    cost: z.number().int(),
    keyLength: z.number().int(),
    /** Prefix of the key to find. */
    keyPrefix: hex,
    keySignature: hex,
    /** Unix time, in seconds. */
    expiresAt: z.number().int(),
    /** Worth of the work, in seconds of a phone, and the number of derivations after which the key is certainly found. */
    data: z.object({ worth: z.number(), derivations: z.number().int() }),
  }),
  signature: hex,
})
export type Work = z.output<typeof work>

/** The solution of a challenge: base64 of its JSON goes into the challenge header. */
export const workDone = z.object({
  challenge: work,
  solution: z.object({ counter: z.number().int().nonnegative(), derivedKey: hex }),
})

export const requestWork = endpoint({
  method: 'POST',
  path: '/api/proof-of-work',
  summary:
    'A proof-of-work challenge for a call that makes an account or has a message sent; null where none is needed',
  access: 'public',
  own: true,
  callsPerMinute: STADIUM_PER_MINUTE,
  body: z.strictObject({ domain: text(DOMAIN_MAX_LENGTH).optional() }),
  output: z.object({ work: work.nullable() }),
  errors: ['invalid_request', 'foreign_origin', 'too_many_requests', 'busy'],
})
