import { DAY_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { FeedError, type FeedQuota, MinuteSpent } from '../../feed.ts'
import { feedErrorOf, type Reading, readEnvelope } from '../wire/wire-errors.ts'
import { httpGet, isSamePeriod, laterQuota, nextPeriod, type Pacing, readQuota, withRetries } from './http-get.ts'

interface ProviderAccess extends Pacing {
  readonly baseUrl: string
  readonly apiKey: string
  /** Whether the data is sold through RapidAPI, which has other header names, keys and quotas. */
  readonly rapidApi: boolean
  readonly timeoutMs: number
  readonly now: () => Date
  readonly fetch: typeof fetch
}

export interface ProviderCalls {
  /** Reads the rows of one answer. Fails only with a `FeedError`. */
  get(path: string, parameters?: Readonly<Record<string, string | number>>): Promise<readonly unknown[]>
  quota(): FeedQuota | null
}

/** Keeps servers that share a key from all retrying in the same instant. */
const RETRY_JITTER_MS = 1000

/** Creates the calls to the provider: with its key, within its limits, retried where that helps. */
export function createProviderCalls(access: ProviderAccess): ProviderCalls {
  const limiter = new CallLimiter(access.now)
  const headers = keyHeaders(access)
  const { apiKey } = access

  async function attempt(url: URL): Promise<Reading> {
    limiter.admit()
    const signal = AbortSignal.timeout(access.timeoutMs)
    const result = await httpGet(url, { fetch: access.fetch, headers, signal })
    limiter.done(result.ok ? readQuota(result.headers, access.now()) : null)
    return readEnvelope(result)
  }

  function failure(kind: FeedError['kind'], detail: string): FeedError {
    // The provider may echo the key, which must not reach a log line.
    const redacted = apiKey === '' ? detail : detail.replaceAll(apiKey, '***')
    return feedErrorOf(kind, redacted, access.now(), Math.floor(access.random() * RETRY_JITTER_MS))
  }

  return {
    quota: () => limiter.quota(),
    async get(path, parameters = {}) {
      const url = addressOf(access.baseUrl, path, parameters)
      const reading = await withRetries(
        () => attempt(url),
        (last) => last.isRetryable,
        access,
      )
      if ('rows' in reading) return reading.rows
      const error = failure(reading.kind, `${path}: ${reading.detail}`)
      limiter.learn(error)
      throw error
    },
  }
}

/** Sends nothing but the key: the provider may refuse requests with headers that it does not document. */
function keyHeaders({ baseUrl, apiKey, rapidApi }: ProviderAccess): Headers {
  try {
    const { host } = new URL(baseUrl)
    return new Headers(rapidApi ? { 'x-rapidapi-key': apiKey, 'x-rapidapi-host': host } : { 'x-apisports-key': apiKey })
  } catch {
    throw new FeedError('config', 'the address or the key of the football API is malformed')
  }
}

function addressOf(baseUrl: string, path: string, parameters: Readonly<Record<string, string | number>>): URL {
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}${path}`)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value))
  return url
}

/**
 * Refuses a call before the provider has to: repeated overruns have cost others their account. Knows the limits only from the provider's
 * headers and refusals, and lets calls pass until then.
 */
class CallLimiter {
  readonly #now: () => Date
  #quota: FeedQuota | null = null
  #refusal: FeedError | null = null
  /** Start times of the last minute's calls, so that the limit holds wherever the provider's minute begins. */
  #starts: number[] = []
  #inFlight = 0

  constructor(now: () => Date) {
    this.#now = now
  }

  quota(): FeedQuota | null {
    return this.#quota
  }

  /** Counts a call that is about to be sent, or throws the refusal. Each admitted call ends with `done`. */
  admit(): void {
    const now = this.#now()
    const refusal = this.#activeRefusal(now) ?? this.#daySpent(now) ?? this.#minuteSpent(now)
    if (refusal !== null) throw refusal
    this.#starts.push(now.getTime())
    this.#inFlight += 1
  }

  /** Ends an admitted call, with the quota that its answer reported, if any. */
  done(reported: FeedQuota | null): void {
    this.#inFlight -= 1
    if (reported !== null) this.#quota = laterQuota(this.#quota, reported)
  }

  /** Learns from a refusal by the provider: no call is sent before its `retryAt`. */
  learn(error: FeedError): void {
    if (error.retryAt !== null && endOf(error) >= endOf(this.#refusal)) this.#refusal = error
  }

  #activeRefusal(now: Date): FeedError | null {
    const refusal = this.#refusal
    if (refusal === null) return null
    if (now.getTime() < endOf(refusal)) return new FeedError(refusal.kind, refusal.message, refusal.retryAt)
    this.#refusal = null
    return null
  }

  #daySpent(now: Date): FeedError | null {
    const quota = this.#quota
    if (quota?.dayRemaining !== 0 || !isSamePeriod(quota.readAt, now, DAY_MS)) return null
    return new FeedError('quota_exhausted', 'no call left today', nextPeriod(now, DAY_MS))
  }

  #minuteSpent(now: Date): FeedError | null {
    const { minuteLimit, minuteRemaining, readAt } = this.#quota ?? {}
    this.#starts = this.#starts.filter((start) => start > now.getTime() - MINUTE_MS)
    const oldest = this.#starts[0]
    if (minuteLimit != null && oldest !== undefined && this.#starts.length >= minuteLimit) {
      return new MinuteSpent('our own limit of calls per minute', new Date(oldest + MINUTE_MS))
    }
    const isKnown = minuteRemaining != null && readAt !== undefined && isSamePeriod(readAt, now, MINUTE_MS)
    if (!isKnown || minuteRemaining - this.#inFlight > 0) return null
    return new MinuteSpent('no call left this minute', nextPeriod(now, MINUTE_MS))
  }
}

function endOf(refusal: FeedError | null): number {
  return refusal?.retryAt?.getTime() ?? 0
}
