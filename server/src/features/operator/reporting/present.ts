import type { ReportedMatch, Statistics } from '@tribune/contract/operator/reporting.ts'
import { hasEnoughVoters } from '@tribune/domain/operator/diagnostics.ts'
import { coefficient } from '@tribune/french/format/numbers.ts'
import { sortableMomentInParis } from '@tribune/french/format/paris.ts'
import { sources, csv as words } from '@tribune/french/sentences/operator/reporting.ts'
import { CSV_ROWS } from '@tribune/protocol/read-limits.ts'
import { csvFile, textCell } from '../../../kernel/csv.ts'
import type { ballotsByHour, matchDays, newFans, ReportedRow, readTotals, votersByWeek } from './queries.ts'

type Rows<Query extends (...args: never[]) => unknown> = Awaited<ReturnType<Query>>

interface Read {
  readonly totals: Rows<typeof readTotals>
  readonly hours: Rows<typeof ballotsByHour>
  readonly days: Rows<typeof matchDays>
  readonly fans: Rows<typeof newFans>
  readonly weeks: Rows<typeof votersByWeek>
}

export function presentStatistics({ totals, hours, days, fans, weeks }: Read): Statistics {
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
