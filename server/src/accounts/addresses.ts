import { z } from 'zod'

/** No address that mail can reach is longer. */
const EMAIL_MAX_LENGTH = 254
export const emailAddress = z.email().max(EMAIL_MAX_LENGTH)
