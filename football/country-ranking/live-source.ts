import { setTimeout as wait } from 'node:timers/promises'
import { HOUR_MS } from '@tribune/domain/common/instant.ts'
import { z } from 'zod'
import {
  type FeedLog,
  type HttpResult,
  httpGet,
  noLog,
  type Pacing,
  withRetries,
} from '../api-football/calls/http-get.ts'
import { label } from '../api-football/wire/wire-values.ts'
import { FeedError } from '../feed.ts'
import {
  type CountryRanking,
  type CountryRankingSource,
  createStaticCountryRanking,
  type RankedCountry,
  TABLE_YEAR,
} from './source.ts'

interface LiveCountryRankingOptions {
  readonly now: () => Date
  readonly url?: string
  readonly fetch?: typeof fetch
  readonly timeoutMs?: number
  readonly sleep?: (ms: number) => Promise<void>
  readonly random?: () => number
  readonly log?: FeedLog
}

const UEFA_URL = 'https://comp.uefa.com/v2/coefficients'
const TIMEOUT_MS = 10_000
/** Reads from UEFA at most once a day and, after a failure, not again within the hour. */
const FRESH_MS = 24 * HOUR_MS
const RETRY_AFTER_MS = HOUR_MS

interface YearState {
  copy: CountryRanking | null
  failure: FeedError | null
  nextReadAt: number
  reading: Promise<CountryRanking> | null
}

/**
 * Creates a source that reads UEFA's current ranking. Off by default, for the endpoint is undocumented and unlicensed. While it fails, the last
 * good copy answers or, before there is one, the table that ships with the product.
 */
export function createLiveCountryRanking(options: LiveCountryRankingOptions): CountryRankingSource {
  const { now, log = noLog } = options
  const shipped = createStaticCountryRanking()
  const years = new Map<number, YearState>()
  const access: UefaAccess = {
    now,
    url: options.url ?? UEFA_URL,
    fetch: options.fetch ?? fetch,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    sleep: options.sleep ?? wait,
    random: options.random ?? Math.random,
  }

  async function fallback(year: number, { copy, failure }: YearState): Promise<CountryRanking> {
    if (copy !== null) return copy
    if (year < TABLE_YEAR && failure !== null) throw failure
    return shipped.ranking(year)
  }

  async function read(year: number, state: YearState): Promise<CountryRanking> {
    try {
      state.copy = await readUefaRanking(year, access)
      state.nextReadAt = now().getTime() + FRESH_MS
      return state.copy
    } catch (error) {
      state.failure = error instanceof FeedError ? error : new FeedError('temporary', String(error))
      state.nextReadAt = now().getTime() + RETRY_AFTER_MS
      log('country_ranking_not_read', { year, reason: state.failure.message })
      return fallback(year, state)
    } finally {
      state.reading = null
    }
  }

  return {
    async ranking(year) {
      const state = years.get(year) ?? { copy: null, failure: null, nextReadAt: 0, reading: null }
      years.set(year, state)
      if (state.reading === null && now().getTime() < state.nextReadAt) return fallback(year, state)
      state.reading ??= read(year, state)
      return state.reading
    },
  }
}

interface UefaAccess extends Pacing {
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
async function readUefaRanking(year: number, access: UefaAccess): Promise<CountryRanking> {
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
