import { type HttpResult, httpGet } from '../api-football/calls/http-get.ts'
import { type Pacing, withRetries } from '../api-football/calls/retries.ts'
import { FeedError } from '../feed.ts'
import type { CountryRanking, RankedCountry } from './source.ts'
import { readUefaPage, type UefaPage } from './uefa-page.ts'

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
