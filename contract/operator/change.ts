import { z } from 'zod'
import { instant } from '../endpoint.ts'
import { CHANGERS, type Change } from '../errors.ts'

/** Body of `changed_meanwhile`. */
export const changedRefusal = z.object({
  error: z.object({
    code: z.literal('changed_meanwhile'),
    message: z.string(),
    id: z.string(),
    current: z.record(z.string(), z.unknown()).nullable(),
    changed_at: instant.nullable(),
    by: z.enum(CHANGERS),
  }) satisfies z.ZodType<Change>,
})
