import { WORK_ALGORITHMS, type WorkAlgorithm } from '@tribune/domain/fans/proof-of-work.ts'
import { z } from 'zod'
import { endpoint, text } from './endpoint.ts'

/** Rate limit for one address behind which a stadium of 50 000 fans signs up within an hour. */
export const STADIUM_PER_MINUTE = 900
/** Longest domain name of the DNS. */
const DOMAIN_MAX_LENGTH = 253
const HEX_MAX_LENGTH = 128
const hex = text(HEX_MAX_LENGTH).regex(/^[\da-f]+$/)
const ALGORITHM_MAX_LENGTH = 30
const MAX_ALGORITHMS = 8
const VERSION_MAX_LENGTH = 20

/** A challenge to solve before a call that makes an account or has a message sent, in the format of ALTCHA, version 2. */
const work = z.object({
  parameters: z.object({
    algorithm: z.enum(Object.keys(WORK_ALGORITHMS) as [WorkAlgorithm, ...WorkAlgorithm[]]),
    nonce: hex,
    salt: hex,
    /** Passes of Argon2id over its memory, or rounds of PBKDF2, in one derivation. */
    cost: z.number().int(),
    /** Memory of one derivation in KiB; absent from PBKDF2. */
    memoryCost: z.number().int().exactOptional(),
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
  body: z.strictObject({
    domain: text(DOMAIN_MAX_LENGTH).optional(),
    /** Algorithms that the caller can solve, by their names in ALTCHA's format. Without them the work is PBKDF2, at a higher price. */
    algorithms: z.array(text(ALGORITHM_MAX_LENGTH)).max(MAX_ALGORITHMS).optional(),
    /** Version of the installed app, which the server may refuse as outdated; a browser sends none. */
    app_version: text(VERSION_MAX_LENGTH).optional(),
  }),
  output: z.object({ work: work.nullable() }),
  errors: ['app_outdated'],
})
