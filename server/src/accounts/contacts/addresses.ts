import { z } from 'zod'

/** Longest address that mail can reach. */
const EMAIL_MAX_LENGTH = 254
export const emailAddress = z.email().max(EMAIL_MAX_LENGTH)
