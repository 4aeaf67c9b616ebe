import { DAY_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import type { FeedQuota } from '../../feed.ts'

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

/** Reads the quota headers: those with `-requests` are the day's, the others the minute's. Returns `null` without any of the four. */
export function readQuota(headers: Headers, readAt: Date): FeedQuota | null {
  const quota = {
    dayLimit: count(headers.get('x-ratelimit-requests-limit')),
    dayRemaining: count(headers.get('x-ratelimit-requests-remaining')),
    minuteLimit: count(headers.get('x-ratelimit-limit')),
    minuteRemaining: count(headers.get('x-ratelimit-remaining')),
  }
  return Object.values(quota).every((value) => value === null) ? null : { ...quota, readAt }
}

/**
 * Merges a newly reported quota into the previous one. Answers overtake each other, so within one minute, or one UTC day, the lowest remainder
 * is the latest. Values that an answer leaves out stay as they were.
 */
export function laterQuota(before: FeedQuota | null, reported: FeedQuota): FeedQuota {
  if (before === null) return reported
  const isSameDay = isSamePeriod(before.readAt, reported.readAt, DAY_MS)
  const isSameMinute = isSamePeriod(before.readAt, reported.readAt, MINUTE_MS)
  return {
    dayLimit: reported.dayLimit ?? before.dayLimit,
    dayRemaining: remainder(before.dayRemaining, reported.dayRemaining, isSameDay),
    minuteLimit: reported.minuteLimit ?? before.minuteLimit,
    minuteRemaining: remainder(before.minuteRemaining, reported.minuteRemaining, isSameMinute),
    readAt: reported.readAt,
  }
}

/** Returns whether both moments are in the same period of this length, such as a minute or a UTC day. */
export function isSamePeriod(a: Date, b: Date, periodMs: number): boolean {
  return Math.floor(a.getTime() / periodMs) === Math.floor(b.getTime() / periodMs)
}

/** Returns the start of the next period of this length. */
export function nextPeriod(now: Date, periodMs: number): Date {
  return new Date((Math.floor(now.getTime() / periodMs) + 1) * periodMs)
}

function remainder(before: number | null, reported: number | null, isSame: boolean): number | null {
  if (!isSame) return reported
  if (before === null || reported === null) return reported ?? before
  return Math.min(before, reported)
}

function count(header: string | null): number | null {
  return header !== null && /^\d+$/.test(header.trim()) ? Number(header) : null
}
