/** An HTTP response, of any status. */
export interface HttpAnswer {
  readonly ok: true
  readonly status: number
  readonly headers: Headers
  /** The parsed body; `undefined` when it is no JSON. */
  readonly body: unknown
}

/** No usable response. */
interface HttpFailure {
  readonly ok: false
  readonly reason: 'network' | 'time_limit' | 'too_large'
}

export type HttpResult = HttpAnswer | HttpFailure

interface HttpGetOptions {
  readonly fetch: typeof fetch
  readonly headers?: Headers
  /** Aborts the request, its body included. */
  readonly signal: AbortSignal
}

/** All matches of a day worldwide are about 1 MB: a larger body is not an answer of the provider. */
const MAX_BODY_BYTES = 32 * 1024 * 1024

/** Sends a GET request. Never rejects, and never follows a redirect, which would send the key to another host. */
export async function httpGet(
  url: URL,
  { fetch, headers = new Headers(), signal }: HttpGetOptions,
): Promise<HttpResult> {
  try {
    const response = await fetch(url, { headers, signal, redirect: 'manual' })
    const text = await readText(response)
    if (text === null) return { ok: false, reason: 'too_large' }
    return { ok: true, status: response.status, headers: response.headers, body: parseJson(text) }
  } catch {
    return { ok: false, reason: signal.aborted ? 'time_limit' : 'network' }
  }
}

async function readText(response: Response): Promise<string | null> {
  if (response.body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.byteLength
    if (size > MAX_BODY_BYTES) return null
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Logs a tolerated fault of a feed for the operator: a short event name and its fields. */
export type FeedLog = (event: string, facts: Readonly<Record<string, unknown>>) => void

/** Logs nothing. */
export const noLog: FeedLog = () => {}

const ATTEMPTS = 3
const STEP_MS = 300
const JITTER_MS = 100

/** How to wait between attempts; tests replace both. */
export interface Pacing {
  readonly sleep: (ms: number) => Promise<void>
  /** 0 to 1, as `Math.random`. */
  readonly random: () => number
}

/** Calls `run` up to three times while `isRetryable`, 300 ms x attempt plus jitter apart, and returns the last result (spec section 7). */
export async function withRetries<Result>(
  run: () => Promise<Result>,
  isRetryable: (result: Result) => boolean,
  { sleep, random }: Pacing,
): Promise<Result> {
  let result = await run()
  for (let attempt = 1; attempt < ATTEMPTS && isRetryable(result); attempt += 1) {
    await sleep(STEP_MS * attempt + Math.floor(random() * JITTER_MS))
    result = await run()
  }
  return result
}
