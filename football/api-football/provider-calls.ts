import { FeedError, type FeedQuota } from '../feed.ts'
import { type Pacing, withAttempts } from './attempts.ts'
import { CallLimiter } from './call-limiter.ts'
import { type Reading, readEnvelope } from './envelope.ts'
import { httpGet } from './http-get.ts'
import { readQuota } from './quota-headers.ts'
import { feedErrorOf } from './wire-errors.ts'

interface ProviderAccess extends Pacing {
  readonly baseUrl: string
  readonly apiKey: string
  /** The same data sold through RapidAPI: other header names, another key, another quota. */
  readonly rapidApi: boolean
  readonly timeoutMs: number
  readonly now: () => Date
  readonly fetch: typeof fetch
}

export interface ProviderCalls {
  /** Rows of one answer. Fails only with a `FeedError`. */
  get(path: string, parameters?: Readonly<Record<string, string | number>>): Promise<readonly unknown[]>
  quota(): FeedQuota | null
}

/** Spreads servers that share a key, so that they do not all come back in the same instant. */
const RETURN_JITTER_MS = 1000

export function createProviderCalls(access: ProviderAccess): ProviderCalls {
  const limiter = new CallLimiter(access.now)
  const headers = keyHeaders(access)
  const { apiKey } = access

  async function once(url: URL): Promise<Reading> {
    limiter.admit()
    const signal = AbortSignal.timeout(access.timeoutMs)
    const result = await httpGet(url, { fetch: access.fetch, headers, signal })
    limiter.done(result.ok ? readQuota(result.headers, access.now()) : null)
    return readEnvelope(result)
  }

  function failure(kind: FeedError['kind'], detail: string): FeedError {
    // The provider may repeat the key it was given; no log line may.
    const told = apiKey === '' ? detail : detail.replaceAll(apiKey, '***')
    return feedErrorOf(kind, told, access.now(), Math.floor(access.random() * RETURN_JITTER_MS))
  }

  return {
    quota: () => limiter.quota(),
    async get(path, parameters = {}) {
      const url = addressOf(access.baseUrl, path, parameters)
      const reading = await withAttempts(
        () => once(url),
        (last) => last.isRetried,
        access,
      )
      if ('rows' in reading) return reading.rows
      const error = failure(reading.kind, `${path}: ${reading.detail}`)
      limiter.learn(error)
      throw error
    },
  }
}

/** Nothing but the key: the provider may refuse a request with headers it does not list. */
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
