import type { ReportedMatch, Statistics } from '@tribune/contract/operator/reporting.ts'
import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { hasEnoughVoters } from '@tribune/domain/operator/diagnostics.ts'
import { coefficient } from '@tribune/french/format/numbers.ts'
import { sortableMomentInParis } from '@tribune/french/format/paris.ts'
import { sources, csv as words } from '@tribune/french/sentences/operator/reporting.ts'
import { CSV_ROWS } from '@tribune/protocol/read-limits.ts'
import type { App } from '../../../context.ts'
import { csvFile, textCell } from '../../../kernel/text.ts'
import { ballotsByHour, matchDays, newFans, type ReportedRow, readTotals, votersByWeek } from './queries.ts'

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
    const counted = fresh ? null : this.#cached()
    const result = counted ?? (await this.#count())
    return { ...result, ageSeconds: Math.max(0, Math.floor(this.#ageOf(result) / 1_000)) }
  }

  #cached(): Counted | null {
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

type Rows<Query extends (...args: never[]) => unknown> = Awaited<ReturnType<Query>>

interface Read {
  readonly totals: Rows<typeof readTotals>
  readonly hours: Rows<typeof ballotsByHour>
  readonly days: Rows<typeof matchDays>
  readonly fans: Rows<typeof newFans>
  readonly weeks: Rows<typeof votersByWeek>
}

function presentStatistics({ totals, hours, days, fans, weeks }: Read): Statistics {
  return {
    ...totals,
    ballots_by_hour: hours.map(({ hour, ballots }) => ({ hour: hour.toISOString(), ballots })),
    match_days: days,
    new_fans: fans,
    weeks,
  }
}

export function presentReported({ match_date, voters, source, ...row }: ReportedRow): ReportedMatch {
  return {
    ...row,
    shootout: row.shootout ?? undefined,
    match_date: match_date.toISOString(),
    voters_count: voters,
    enough_voters: hasEnoughVoters(voters),
    source,
    is_rating_fallback: source === 'ratings_fallback',
  }
}

/** Writes the reporting table as a spreadsheet in French form. Says in a last line when there are more rows than it holds. */
export function presentCsv(rows: readonly ReportedRow[], total: number): string {
  const lines = rows.map((row) => [
    String(row.match_id),
    sortableMomentInParis(row.match_date, row.kickoff_hour_known),
    textCell(row.competition_name),
    textCell(row.home_team),
    textCell(row.away_team),
    row.home_score === null ? '' : String(row.home_score),
    row.away_score === null ? '' : String(row.away_score),
    coefficient(row.coefficient),
    String(row.voters),
    hasEnoughVoters(row.voters) ? words.yes : words.no,
    sources[row.source ?? 'unknown'],
  ])
  const note = total > rows.length ? [[textCell(words.cut(CSV_ROWS, total))]] : []
  return csvFile(words.columns, [...lines, ...note])
}
