import { z } from 'zod'

/** Numbers sometimes come as text. */
const wholeNumber = z.union([
  z.number().int(),
  z
    .string()
    .regex(/^-?\d{1,9}$/)
    .transform(Number),
])

const LARGEST_ID = 2_147_483_647

/** An id that names something; the provider also sends null and 0 for "none". */
export const knownId = wholeNumber.pipe(z.number().min(1).max(LARGEST_ID))

export const optionalId = knownId.nullable().catch(null)

export const optionalWhole = wholeNumber.nullable().catch(null)

/** A whole number within bounds, anything else counts as not told. */
export const optionalCount = (most: number) => wholeNumber.pipe(z.number().min(0).max(most)).nullable().catch(null)

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&apos;': '’',
  '&#39;': '’',
  '&#039;': '’',
  '&quot;': '"',
}

/** Longest name that is kept, in characters: longer ones are rubbish, and would break every screen. */
const LONGEST_LABEL = 120
const LONGEST_URL = 500

/** A name people read. Some arrive with HTML entities in them. */
export const label = z
  .string()
  .transform((text) =>
    Array.from(
      text
        .slice(0, 4 * LONGEST_LABEL)
        .replace(/&#?\w+;/g, (entity) => ENTITIES[entity] ?? entity)
        .trim(),
    ),
  )
  .transform((letters) => letters.slice(0, LONGEST_LABEL).join('').trim())
  .pipe(z.string().min(1))

export const optionalLabel = label.nullable().catch(null)

export const optionalUrl = z
  .string()
  .max(LONGEST_URL)
  .regex(/^https?:\/\//)
  .nullable()
  .catch(null)

/** Rows of a nested list, checked one by one later; `undefined` when the list was not part of the answer. */
export const nestedRows = z.array(z.unknown()).optional().catch(undefined)

/** A rating is text such as "7.3" or "7"; null, "" and "–" are none; anything else is not told, and takes none back. */
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
