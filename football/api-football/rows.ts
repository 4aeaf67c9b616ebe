import type { z } from 'zod'
import { FeedError } from '../feed.ts'
import type { FeedLog } from './log.ts'

export interface RowReader {
  readonly log: FeedLog
  /** Where the rows come from, for the operator. */
  readonly where: string
}

/** Rows that have the expected form; the others are dropped, counted and told. */
export function readRows<Schema extends z.ZodType>(
  schema: Schema,
  rows: readonly unknown[],
  { log, where }: RowReader,
): z.output<Schema>[] {
  const good: z.output<Schema>[] = []
  let firstFault: string | null = null
  for (const row of rows) {
    const read = schema.safeParse(row)
    if (read.success) good.push(read.data)
    else firstFault ??= faultOf(read.error)
  }
  if (firstFault !== null) log('feed_rows_dropped', { where, dropped: rows.length - good.length, fault: firstFault })
  return good
}

/** As `readRows`, for a whole answer: when not one row can be read, the answer is no empty list but a wrong one. */
export function readAnswer<Schema extends z.ZodType>(
  schema: Schema,
  rows: readonly unknown[],
  reader: RowReader,
): z.output<Schema>[] {
  const good = readRows(schema, rows, reader)
  if (rows.length > 0 && good.length === 0) throw new FeedError('bad_payload', `${reader.where}: no readable row`)
  return good
}

function faultOf(error: z.ZodError): string {
  const issue = error.issues[0]
  return issue === undefined ? 'unreadable' : `${issue.path.join('.')}: ${issue.message}`
}
