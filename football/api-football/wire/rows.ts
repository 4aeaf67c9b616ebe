import type { z } from 'zod'
import { FeedError } from '../../feed.ts'
import type { FeedLog } from '../calls/http-get.ts'

export interface RowReader {
  readonly log: FeedLog
  /** Where the rows come from, for the operator. */
  readonly where: string
}

/** Returns the rows that match the schema; drops the others and logs their number and first fault. */
export function readRows<Schema extends z.ZodType>(
  schema: Schema,
  rows: readonly unknown[],
  { log, where }: RowReader,
): z.output<Schema>[] {
  const valid: z.output<Schema>[] = []
  let firstFault: string | null = null
  for (const row of rows) {
    const read = schema.safeParse(row)
    if (read.success) valid.push(read.data)
    else firstFault ??= faultOf(read.error)
  }
  if (firstFault !== null) log('feed_rows_dropped', { where, dropped: rows.length - valid.length, fault: firstFault })
  return valid
}

/** Reads the rows of a whole answer, like `readRows`. Throws if none of them is valid: such an answer is broken, not empty. */
export function readAnswer<Schema extends z.ZodType>(
  schema: Schema,
  rows: readonly unknown[],
  reader: RowReader,
): z.output<Schema>[] {
  const valid = readRows(schema, rows, reader)
  if (rows.length > 0 && valid.length === 0) throw new FeedError('bad_payload', `${reader.where}: no readable row`)
  return valid
}

function faultOf(error: z.ZodError): string {
  const issue = error.issues[0]
  return issue === undefined ? 'unreadable' : `${issue.path.join('.')}: ${issue.message}`
}
