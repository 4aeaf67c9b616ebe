import { setTimeout as wait } from 'node:timers/promises'
import { type FeedLog, silent } from '../api-football/log.ts'
import { FeedError } from '../feed.ts'
import type { CountryRanking, CountryRankingSource } from './source.ts'
import { createStaticCountryRanking } from './static-source.ts'
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
const HOUR_MS = 3_600_000
/** UEFA is asked once a day at most, and after a failure not again within the hour. */
const FRESH_MS = 24 * HOUR_MS
const PAUSE_MS = HOUR_MS

interface YearState {
  copy: CountryRanking | null
  failure: FeedError | null
  nextReadAt: number
  reading: Promise<CountryRanking> | null
}

/**
 * UEFA's ranking as it stands. For operators who switch it on: the endpoint is undocumented and without a licence. When it fails, the
 * last good copy answers, and before there is one the table that ships with the product.
 */
export function createLiveCountryRanking(options: LiveCountryRankingOptions): CountryRankingSource {
  const { now, log = silent } = options
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

  async function standIn(year: number, { copy, failure }: YearState): Promise<CountryRanking> {
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
      state.nextReadAt = now().getTime() + PAUSE_MS
      log('country_ranking_not_read', { year, reason: state.failure.message })
      return standIn(year, state)
    } finally {
      state.reading = null
    }
  }

  return {
    async ranking(year) {
      const state = years.get(year) ?? { copy: null, failure: null, nextReadAt: 0, reading: null }
      years.set(year, state)
      if (state.reading === null && now().getTime() < state.nextReadAt) return standIn(year, state)
      state.reading ??= read(year, state)
      return state.reading
    },
  }
}
