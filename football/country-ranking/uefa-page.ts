import { z } from 'zod'
import { label } from '../api-football/wire/wire-values.ts'
import type { RankedCountry } from './source.ts'

const name = label.pipe(z.string().min(1))
const optionalPoints = z.number().min(0).nullish().catch(null)

/** `totalValue` is the five-season coefficient; `totalPoints` is the fallback. */
const member = z
  .object({
    member: z.object({ countryCode: name, countryName: label, displayName: label }),
    overallRanking: z.object({
      position: z.number().int().positive(),
      totalValue: optionalPoints,
      totalPoints: optionalPoints,
    }),
  })
  .transform(({ member: { countryCode, countryName, displayName }, overallRanking }) => ({
    rank: overallRanking.position,
    country: countryName || displayName || countryCode,
    code: countryCode,
    points: overallRanking.totalValue ?? overallRanking.totalPoints ?? null,
  }))

const page = z.object({
  data: z.object({ lastUpdateDate: z.string().catch(''), members: z.array(z.unknown()) }),
  meta: z
    .object({ collection: z.object({ totalElements: z.coerce.number().int().positive() }) })
    .nullish()
    .catch(null),
})

export interface UefaPage {
  /** `YYYY-MM-DD`; `null` if the page has no date. */
  readonly updatedOn: string | null
  readonly rows: readonly RankedCountry[]
  /** Number of rows on the page, readable or not. */
  readonly size: number
  /** Number of rows on all pages; `null` if unknown. */
  readonly total: number | null
}

/** Parses one page of UEFA's coefficients, without unreadable rows. Returns `null` if it is something else. */
export function readUefaPage(body: unknown): UefaPage | null {
  const read = page.safeParse(body)
  if (!read.success) return null
  const { data, meta } = read.data
  return {
    updatedOn: /^\d{4}-\d{2}-\d{2}/.exec(data.lastUpdateDate)?.[0] ?? null,
    rows: data.members.flatMap(readMember),
    size: data.members.length,
    total: meta?.collection.totalElements ?? null,
  }
}

function readMember(value: unknown): RankedCountry[] {
  const read = member.safeParse(value)
  if (!read.success || read.data.points === null) return []
  return [{ ...read.data, points: read.data.points }]
}
