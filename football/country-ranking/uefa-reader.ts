import { z } from 'zod'
import { type HttpResult, httpGet, type Pacing, withRetries } from '../api-football/calls/http-get.ts'
import { label } from '../api-football/wire/wire-values.ts'
import { FeedError } from '../feed.ts'
import type { CountryRanking, RankedCountry } from './source.ts'

export interface UefaAccess extends Pacing {
  readonly url: string
  readonly fetch: typeof fetch
  /** Time limit of the whole reading, all pages and attempts together. */
  readonly timeoutMs: number
  readonly now: () => Date
}

const RETRIED = [429, 500, 502, 503, 504]
const PAGE_SIZE = 60
/** UEFA has 55 associations: an endless list is not theirs. */
const MAX_PAGES = 10
/** An answer with fewer countries is broken. */
const MIN_COUNTRIES = 10

/** Reads UEFA's published ranking, page by page. Fails only with a `FeedError`. */
export async function readUefaRanking(year: number, access: UefaAccess): Promise<CountryRanking> {
  const signal = AbortSignal.timeout(access.timeoutMs)
  const pages: UefaPage[] = []
  do {
    pages.push(await readPage(addressOf(access.url, year, pages.length + 1), signal, access))
  } while (pages.length < MAX_PAGES && hasMorePages(pages))
  const items = byRank(pages.flatMap(({ rows }) => rows))
  if (items.length < MIN_COUNTRIES) throw new FeedError('bad_payload', `UEFA named ${items.length} countries`)
  const asOf = pages.find(({ updatedOn }) => updatedOn !== null)?.updatedOn ?? access.now().toISOString().slice(0, 10)
  return { source: 'UEFA', as_of: asOf, count: items.length, items }
}

async function readPage(url: URL, signal: AbortSignal, access: UefaAccess): Promise<UefaPage> {
  const result = await withRetries(() => httpGet(url, { fetch: access.fetch, signal }), isRetryable, access)
  if (!result.ok) throw new FeedError('temporary', `UEFA: ${result.reason}`)
  if (result.status !== 200) {
    throw new FeedError(isRetryable(result) ? 'temporary' : 'bad_request', `UEFA: status ${result.status}`)
  }
  const page = readUefaPage(result.body)
  if (page === null) throw new FeedError('bad_payload', 'UEFA: not a ranking')
  return page
}

function isRetryable(result: HttpResult): boolean {
  return result.ok && RETRIED.includes(result.status)
}

/** Without a total, a full page means that another may follow. */
function hasMorePages(pages: readonly UefaPage[]): boolean {
  const last = pages.at(-1)
  if (last === undefined || last.size === 0) return false
  const read = pages.reduce((sum, { size }) => sum + size, 0)
  return last.total === null ? last.size >= PAGE_SIZE : read < last.total
}

/** Sorts by rank, without repetitions of a country. */
function byRank(rows: readonly RankedCountry[]): RankedCountry[] {
  const byCode = new Map(rows.map((row) => [row.code, row]))
  return [...byCode.values()].sort((a, b) => a.rank - b.rank)
}

function addressOf(base: string, year: number, page: number): URL {
  const url = new URL(base)
  const parameters = {
    coefficientType: 'MEN_ASSOCIATION',
    // Without it the endpoint answers 400.
    coefficientRange: 'OVERALL',
    seasonYear: year,
    page,
    pagesize: PAGE_SIZE,
    language: 'EN',
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value))
  return url
}

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

interface UefaPage {
  /** `YYYY-MM-DD`; `null` if the page has no date. */
  readonly updatedOn: string | null
  readonly rows: readonly RankedCountry[]
  /** Number of rows on the page, readable or not. */
  readonly size: number
  /** Number of rows on all pages; `null` if unknown. */
  readonly total: number | null
}

/** Parses one page of UEFA's coefficients, without unreadable rows. Returns `null` if it is something else. */
function readUefaPage(body: unknown): UefaPage | null {
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
