import { ACCOUNT_STRENGTHS } from '@tribune/domain/ballots/evidence.ts'
import type { SentBallot } from '@tribune/domain/integrity/ballots.ts'
import { z } from 'zod'

const id = z.string().min(1).max(200)
const hash = z.string().min(1).max(200).nullable()
const count = z.number().int().min(0)

/** A line of a file of ballots, as the integrity rule reads it. */
export const sentBallot = z.object({
  id,
  account: id,
  match: z.number().int(),
  kickoff: z.iso.datetime({ offset: true }),
  at: z.iso.datetime({ offset: true }),
  first: count,
  second: count,
  third: count,
  account_created: z.iso.datetime({ offset: true }),
  strength: z.enum(ACCOUNT_STRENGTHS),
  earlier_votes: count,
  mail: z.string().regex(/^(?:popular|none|small:.{1,200})$/),
  device: hash,
  network: hash,
  network_wide: hash,
  network_widest: hash,
  changes: count,
}) satisfies z.ZodType<SentBallot>
