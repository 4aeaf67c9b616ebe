import { setTimeout as wait } from 'node:timers/promises'
import { HOUR_MS } from '@tribune/domain/common/instant.ts'
import { type FeedLog, noLog } from '../api-football/calls/http-get.ts'
import { FeedError } from '../feed.ts'
import { type CountryRanking, type CountryRankingSource, createStaticCountryRanking } from './source.ts'
import { TABLE_YEAR } from './table.ts'
import { readUefaRanking, type UefaAccess } from './uefa-reader.ts'

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
