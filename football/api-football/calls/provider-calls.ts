import { FeedError, type FeedQuota } from '../../feed.ts'
import { type Reading, readEnvelope } from '../wire/envelope.ts'
import { feedErrorOf } from '../wire/wire-errors.ts'
import { CallLimiter } from './call-limiter.ts'
import { httpGet } from './http-get.ts'
import { readQuota } from './quota-headers.ts'
import { type Pacing, withRetries } from './retries.ts'

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
