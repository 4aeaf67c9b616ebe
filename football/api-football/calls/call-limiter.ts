import { DAY_MS, MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { FeedError, type FeedQuota, MinuteSpent } from '../../feed.ts'
import { isSamePeriod, laterQuota, nextPeriod } from './quota-headers.ts'

/**
 * Refuses a call before the provider has to: repeated overruns have cost others their account. Knows the limits only from the provider's
 * headers and refusals, and lets calls pass until then.
 */
export class CallLimiter {
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
