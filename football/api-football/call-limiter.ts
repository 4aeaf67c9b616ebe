import { MINUTE_MS } from '@tribune/domain/instant.ts'
import { FeedError, type FeedQuota } from '../feed.ts'
import { DAY_MS, isSamePeriod, laterQuota, nextPeriod } from './quota-headers.ts'

/**
 * Refuses a call on our side before the provider has to: repeated overruns have cost others their account.
 * Knows only what the headers and the refusals told; until then calls go out freely.
 */
export class CallLimiter {
  readonly #now: () => Date
  #quota: FeedQuota | null = null
  #refusal: FeedError | null = null
  /** Starts of the last minute's calls: whichever minute the provider counts by, the limit holds. */
  #starts: number[] = []
  #inFlight = 0

  constructor(now: () => Date) {
    this.#now = now
  }

  quota(): FeedQuota | null {
    return this.#quota
  }

  /** Counts a call that leaves now, or throws the refusal. Each admitted call is told back with `done`. */
  admit(): void {
    const now = this.#now()
    const refusal = this.#standingRefusal(now) ?? this.#daySpent(now) ?? this.#minuteSpent(now)
    if (refusal !== null) throw refusal
    this.#starts.push(now.getTime())
    this.#inFlight += 1
  }

  done(told: FeedQuota | null): void {
    this.#inFlight -= 1
    if (told !== null) this.#quota = laterQuota(this.#quota, told)
  }

  /** Learns from a refusal by the provider: nothing leaves before its `retryAt`, and after a suspension nothing at all. */
  learn(error: FeedError): void {
    if (error.kind !== 'suspended' && error.retryAt === null) return
    if (endOf(error) >= endOf(this.#refusal)) this.#refusal = error
  }

  #standingRefusal(now: Date): FeedError | null {
    const refusal = this.#refusal
    if (refusal === null) return null
    if (refusal.retryAt === null || now < refusal.retryAt) {
      return new FeedError(refusal.kind, refusal.message, refusal.retryAt)
    }
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
      return new FeedError('rate_limited', 'our own limit of calls per minute', new Date(oldest + MINUTE_MS))
    }
    const isTold = minuteRemaining != null && readAt !== undefined && isSamePeriod(readAt, now, MINUTE_MS)
    if (!isTold || minuteRemaining - this.#inFlight > 0) return null
    return new FeedError('rate_limited', 'no call left this minute', nextPeriod(now, MINUTE_MS))
  }
}

function endOf(refusal: FeedError | null): number {
  if (refusal === null) return 0
  return refusal.retryAt?.getTime() ?? Number.POSITIVE_INFINITY
}
