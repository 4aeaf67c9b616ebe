import type { Statistics } from '@tribune/contract/operator/reporting.ts'
import { roundHalfAway } from '@tribune/domain/common/rounding.ts'
import { hourWords, shortDayWords } from '@tribune/french/format/dates.ts'
import { count } from '@tribune/french/format/numbers.ts'
import { hourInParis, shortMomentInParis } from '@tribune/french/format/paris.ts'
import { sources, reporting as words } from '@tribune/french/sentences/operator/reporting.ts'

/** One bar of a chart, and its row in the chart's table. */
export interface BarRow {
  readonly key: string
  /** Heads the bar's row in the table, and names the bar in the sentence about the highest one. */
  readonly label: string
  /** Under the bar, where there is room. */
  readonly tick: string
  /** Heights of its parts, from the bottom. */
  readonly parts: readonly number[]
  /** Cells of the table. */
  readonly cells: readonly string[]
}

/** Data of one chart. */
export interface Chart {
  readonly title: string
  readonly intro?: string
  readonly columns: readonly string[]
  readonly rows: readonly BarRow[]
  /** Names of the parts, if there are several. */
  readonly series?: readonly string[]
  /** Writes a height. */
  readonly format: (height: number) => string
  /** Whether heights add up to something. */
  readonly summed: boolean
}

const { charts } = words

/** Charts of the statistics, in the order in which they are shown. */
export function chartsOf(statistics: Statistics): readonly Chart[] {
  const counts = { format: count, summed: true }
  return [
    {
      ...counts,
      title: charts.hours,
      columns: [charts.hour, charts.ballots],
      rows: statistics.ballots_by_hour.map(({ hour, ballots }) => {
        const at = new Date(hour)
        const label = shortMomentInParis(at, true)
        return one(hour, label, hourWords(hourInParis(at), 0), ballots)
      }),
    },
    {
      ...counts,
      title: charts.days,
      columns: [charts.day, charts.ballots],
      rows: statistics.match_days.map(({ day, ballots }) => one(day, shortDayWords(day), shortDayWords(day), ballots)),
    },
    {
      ...counts,
      title: charts.results,
      columns: [charts.day, ...Object.values(sources)],
      series: Object.values(sources),
      rows: statistics.match_days.map(({ day, by_votes, by_ratings, unknown }) => {
        const parts = [by_votes, by_ratings, unknown]
        return { key: day, label: shortDayWords(day), tick: shortDayWords(day), parts, cells: parts.map(count) }
      }),
    },
    {
      ...counts,
      title: charts.fans,
      columns: [charts.day, charts.newFans],
      rows: statistics.new_fans.map(({ day, fans }) => one(day, shortDayWords(day), shortDayWords(day), fans)),
    },
    {
      title: charts.weeks,
      intro: charts.weeksIntro,
      format: charts.share,
      summed: false,
      columns: [charts.week, charts.share(100), charts.voters, charts.returned],
      rows: statistics.weeks.map(({ week, voters, returned }) => {
        const share = roundHalfAway((100 * returned) / voters)
        const cells = [charts.share(share), count(voters), count(returned)]
        return { key: week, label: shortDayWords(week), tick: shortDayWords(week), parts: [share], cells }
      }),
    },
  ]
}

function one(key: string, label: string, tick: string, value: number): BarRow {
  return { key, label, tick, parts: [value], cells: [count(value)] }
}

export const heightOf = ({ parts }: BarRow): number => parts.reduce((sum, part) => sum + part, 0)

/** Writes the chart in a sentence: its sum, and its highest bar. */
export function summaryOf({ title, rows, format, summed }: Chart): string {
  const [highest] = rows.toSorted((one, other) => heightOf(other) - heightOf(one))
  if (highest === undefined || heightOf(highest) === 0) return `${title}\u00a0: ${charts.none}`
  const sum = rows.reduce((total, row) => total + heightOf(row), 0)
  const most = charts.most(format(heightOf(highest)), highest.label)
  return `${title}\u00a0: ${summed ? `${charts.total(sum)}, ` : ''}${most}`
}

/** Returns the top of the scale: the lowest of 1, 2, 5, 10, 20, 50… that no bar exceeds. */
export function scaleTop(rows: readonly BarRow[]): number {
  const most = Math.max(1, ...rows.map(heightOf))
  const unit = 10 ** Math.floor(Math.log10(most))
  return [1, 2, 5, 10].map((step) => step * unit).find((top) => top >= most) ?? 10 * unit
}
