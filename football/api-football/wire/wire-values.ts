import { cleanText } from '@tribune/domain/common/clean-text.ts'
import { z } from 'zod'
import { FeedError } from '../../feed.ts'
import type { FeedLog } from '../calls/http-get.ts'

/** An integer; the provider sometimes sends text. */
const wholeNumber = z.union([
  z.number().int(),
  z
    .string()
    .regex(/^-?\d{1,9}$/)
    .transform(Number),
])

const MAX_ID = 2_147_483_647

/** An id. The provider sends null or 0 for "none", which are refused here. */
export const knownId = wholeNumber.pipe(z.number().min(1).max(MAX_ID))

export const optionalId = knownId.nullable().catch(null)

export const optionalWhole = wholeNumber.nullable().catch(null)

/** An integer from 0 to `max`; anything else is `null`. */
export const optionalCount = (max: number) => wholeNumber.pipe(z.number().min(0).max(max)).nullable().catch(null)

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&apos;': '’',
  '&#39;': '’',
  '&#039;': '’',
  '&quot;': '"',
}

/** Longest name, in characters: longer ones are garbage, and would break every screen. */
const MAX_LABEL_LENGTH = 120
/** Of a longer text the rest is not read. */
const MAX_TEXT_LENGTH = 4 * MAX_LABEL_LENGTH
const MAX_URL_LENGTH = 500

/** A displayed name, cleaned; '' where the provider sends none that can be shown. It never refuses its row. Some come with HTML entities. */
export const label = z
  .string()
  .catch('')
  .transform((text) =>
    cleanText(
      text.slice(0, MAX_TEXT_LENGTH).replace(/&#?\w+;/g, (entity) => ENTITIES[entity] ?? entity),
      MAX_LABEL_LENGTH,
    ),
  )

/** A web address, in the characters that one may have; any other text is `null`. */
export const optionalUrl = z
  .string()
  .transform((text) => (/^\s*https?:\/\//.test(text) ? (URL.parse(text)?.href ?? null) : null))
  .pipe(z.string().max(MAX_URL_LENGTH))
  .nullable()
  .catch(null)

/** A colour such as `1d3f8f`, as `#1d3f8f`; any other text is `null`. */
export const optionalColour = z
  .string()
  .regex(/^#?[\da-f]{6}$/i)
  .transform((text) => `#${text.slice(-6).toLowerCase()}`)
  .nullable()
  .catch(null)

/** A nested list, whose rows are validated one by one later; `undefined` if the answer has no such list. */
export const nestedRows = z.array(z.unknown()).optional().catch(undefined)

/** A rating: text such as "7.3" or "7". Null, "" and "–" mean none; anything else is `undefined`, which does not take a rating back. */
export const optionalRating = z
  .union([
    z.null(),
    z.number(),
    z
      .string()
      .trim()
      .regex(/^\d{1,2}([.,]\d{1,3})?$/)
      .transform((text) => Number(text.replace(',', '.'))),
    z
      .string()
      .trim()
      .regex(/^[–-]?$/)
      .transform(() => null),
  ])
  .pipe(z.number().min(0).max(10).nullable())
  .optional()
  .catch(undefined)

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
