import { z } from 'zod'
import { endpoint, text } from './endpoint.ts'

/** As fast as a stand of 50 000 fills within an hour. */
export const STAND_PER_MINUTE = 900
/** A domain name is no longer. */
const DOMAIN_MAX_LENGTH = 253
const HEX_MAX_LENGTH = 128
const hex = text(HEX_MAX_LENGTH).regex(/^[\da-f]+$/)

/** Work to do before a call that makes an account or has a message sent, in the form of ALTCHA, version 2. */
export const work = z.object({
  parameters: z.object({
    algorithm: z.literal('PBKDF2/SHA-256'),
    nonce: hex,
    salt: hex,
    /** Rounds of one derivation. */
    cost: z.number().int(),
    keyLength: z.number().int(),
    /** What the key that is looked for begins with. */
    keyPrefix: hex,
    keySignature: hex,
    /** Unix time, in seconds. */
    expiresAt: z.number().int(),
    /** What it is worth, in seconds of a phone, and the number of derivations that finds the key at the latest. */
    data: z.object({ worth: z.number(), derivations: z.number().int() }),
  }),
  signature: hex,
})
export type Work = z.output<typeof work>

/** Work done: base64 of its JSON travels in the challenge header. */
export const workDone = z.object({
  challenge: work,
  solution: z.object({ counter: z.number().int().nonnegative(), derivedKey: hex }),
})

export const requestWork = endpoint({
  method: 'POST',
  path: '/api/proof-of-work',
  summary: 'Work whose proof pays for a call that makes an account or has a message sent; null where none is asked',
  access: 'public',
  own: true,
  perMinute: STAND_PER_MINUTE,
  body: z.strictObject({ domain: text(DOMAIN_MAX_LENGTH).optional() }),
  output: z.object({ work: work.nullable() }),
  errors: ['invalid_request', 'foreign_origin', 'too_many_requests', 'busy'],
})
