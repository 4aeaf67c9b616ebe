import type { Statistics } from '@tribune/contract/operator/reporting.ts'
import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import type { App } from '../../../context.ts'
import { presentStatistics } from './present.ts'
import { ballotsByHour, matchDays, newFans, readTotals, votersByWeek } from './queries.ts'

/** For how long the statistics are served again, in milliseconds (spec section 9). */
const STATISTICS_MS = 5 * MINUTE_MS

/** Statistics, and when they were counted. */
interface Counted {
  readonly at: Date
  readonly statistics: Statistics
}

/** Counts the reporting tab's statistics, and keeps them for 5 minutes for all who ask this server (spec section 9). */
export class StatisticsLoader {
  readonly #app: Pick<App, 'db' | 'clock'>
  #counted: Counted | null = null
  #counting: Promise<Counted> | null = null

  constructor(app: Pick<App, 'db' | 'clock'>) {
    this.#app = app
  }

  /** Returns the statistics with their age in whole seconds. @param fresh Counts again, even if a count is cached. */
  async load(fresh: boolean): Promise<Counted & { readonly ageSeconds: number }> {
    const counted = fresh ? null : this.#kept()
    const result = counted ?? (await this.#count())
    return { ...result, ageSeconds: Math.max(0, Math.floor(this.#ageOf(result) / 1_000)) }
  }

  #kept(): Counted | null {
    const counted = this.#counted
    return counted !== null && this.#ageOf(counted) < STATISTICS_MS ? counted : null
  }

  #ageOf({ at }: Counted): number {
    return this.#app.clock.now().getTime() - at.getTime()
  }

  /** One count at a time, for all who wait. A failed one is forgotten. */
  #count(): Promise<Counted> {
    this.#counting ??= this.#read().finally(() => {
      this.#counting = null
    })
    return this.#counting
  }

  /** One query after the other: they are for one person, and must not take connections from fans. */
  async #read(): Promise<Counted> {
    const { db, clock } = this.#app
    const at = clock.now()
    const statistics = presentStatistics({
      totals: await readTotals(db),
      hours: await ballotsByHour(db, at),
      days: await matchDays(db, at),
      fans: await newFans(db, at),
      weeks: await votersByWeek(db, at),
    })
    this.#counted = { at, statistics }
    return this.#counted
  }
}
