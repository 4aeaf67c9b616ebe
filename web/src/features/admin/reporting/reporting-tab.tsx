import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Statistics } from '@tribune/contract/operator/reporting.ts'
import { votesPerVoter } from '@tribune/domain/operator/diagnostics.ts'
import { count } from '@tribune/french/format/numbers.ts'
import { reporting as words } from '@tribune/french/sentences/operator/reporting.ts'
import { RefreshCw } from 'lucide'
import {
  REPORTED_MATCHES,
  recountStatistics,
  reportedMatchesQuery,
  statisticsQuery,
} from '../../../data/operator/reporting.ts'
import { useWidth } from '../../../lib/device/use-width.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { useNow } from '../../../lib/state/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ErrorNotice } from '../../../ui/notice.tsx'
import { ScrollRegion } from '../scroll-region.tsx'
import { Section } from '../section.tsx'
import { TabWaiting, useAllAnswered } from '../tab-waiting.tsx'
import { useAct } from '../use-act.ts'
import { type BarRow, type Chart, chartsOf, heightOf, scaleTop, summaryOf } from './chart-rows.ts'
import { MatchTable, useTableAddress } from './match-table.tsx'

const AGE_MS = 15_000

/** Reporting: six figures, their charts, and the table of finished matches (spec section 2, "Reporting tab"). */
export function ReportingTab() {
  const { data, error, refetch } = useQuery(statisticsQuery)
  const areAnswered = useAllAnswered([useQuery(reportedMatchesQuery(useTableAddress().shown))])
  if (data === undefined && error !== null) {
    return <ErrorNotice message={words.failed(messageOf(error))} error={error} onRetry={() => refetch()} />
  }
  if (data === undefined || !areAnswered) return <TabWaiting />
  return (
    <>
      <Section title={words.figures} intro={<Age readAt={data.read_at} />} actions={<Recount />}>
        <FigureCards statistics={data} />
      </Section>
      <Section title={words.charts.title}>
        <StatisticsCharts statistics={data} />
      </Section>
      <MatchTable />
    </>
  )
}

/** How old the figures are, on the server's clock. */
function Age({ readAt }: { readonly readAt: string }) {
  const now = useNow(AGE_MS)
  return words.age(Math.max(0, (now.getTime() - Date.parse(readAt)) / 1_000))
}

/** Clears what the server keeps, and reads everything again. */
function Recount() {
  const client = useQueryClient()
  const { mutate, isPending } = useAct(recountStatistics, {
    done: () => words.refreshed,
    failed: (cause) => words.failed(messageOf(cause)),
    onDone: (statistics) => {
      client.setQueryData(statisticsQuery.queryKey, statistics)
      return client.invalidateQueries({ queryKey: REPORTED_MATCHES })
    },
  })
  return (
    <Button busy={isPending} onClick={() => mutate()}>
      <Icon of={RefreshCw} size={18} className={isPending ? 'breathe' : undefined} />
      {words.refresh}
    </Button>
  )
}

/** The figures over time: one column on a phone, two from 900 px. */
function StatisticsCharts({ statistics }: { readonly statistics: Statistics }) {
  return (
    <div className="grid gap-x-8 gap-y-6 wide:grid-cols-2">
      {chartsOf(statistics).map((chart) => (
        <BarChart key={chart.title} chart={chart} />
      ))}
    </div>
  )
}

/** The six figures. */
function FigureCards({ statistics }: { readonly statistics: Statistics }) {
  const { total_users, total_votes, active_voters, finished_matches, players_with_points } = statistics
  const { cards, oneDecimal } = words
  const figures = [
    [cards.users, count(total_users)],
    [cards.votes, count(total_votes)],
    [cards.voters, count(active_voters)],
    [cards.matches, count(finished_matches)],
    [cards.players, count(players_with_points)],
    [cards.perVoter, oneDecimal(votesPerVoter(total_votes, active_voters))],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-3 wide:grid-cols-6">
      {figures.map(([label, value]) => (
        <div key={label} className="flex min-w-0 flex-col-reverse justify-end rounded-inner bg-raised px-3 py-2">
          <dt className="text-sm text-quiet">{label}</dt>
          <dd className="figures text-3xl font-extrabold [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The drawing, in pixels: room right of the bars for the scale, below for the ticks. */
const PLOT = { height: 168, top: 10, base: 140, right: 44, ticks: 162 } as const
/** Two ticks are written where they do not touch. */
const TICKS_APART = 64
const BAR_MAX = 40
const BAR_SHARE = 0.72
/** Fills of the parts, from the bottom: those of the source badges. */
const FILLS = ['var(--good)', 'var(--warn)', 'var(--edge)'] as const
const FILL_ALONE = 'var(--quiet)'

/** Bars with a sentence that says what they show, and the same values as a table. Drawn here: libraries of charts weigh more than this page. */
function BarChart({ chart }: { readonly chart: Chart }) {
  const [ref, width] = useWidth()
  const { title, intro, rows, series = [] } = chart
  const isEmpty = rows.every((row) => heightOf(row) === 0)
  return (
    <figure className="flex min-w-0 flex-col gap-2">
      <figcaption className="font-bold">{title}</figcaption>
      {intro !== undefined && <p className="text-sm text-quiet">{intro}</p>}
      {isEmpty ? (
        <p className="rounded-inner border border-dashed border-line px-4 py-8 text-center text-quiet">
          {words.charts.none}
        </p>
      ) : (
        <>
          {series.length > 0 && <Legend names={series} />}
          <div ref={ref} className="relative overflow-hidden" style={{ height: PLOT.height }}>
            {width > 0 && <Bars chart={chart} width={width} />}
          </div>
          <ChartTable chart={chart} />
        </>
      )}
    </figure>
  )
}

function Legend({ names }: { readonly names: readonly string[] }) {
  return (
    <ul aria-hidden="true" className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-quiet">
      {names.map((name, index) => (
        <li key={name} className="flex items-center gap-1.5">
          <span className="size-3 rounded-[3px]" style={{ background: FILLS[index] }} />
          {name}
        </li>
      ))}
    </ul>
  )
}

function Bars({ chart, width }: { readonly chart: Chart; readonly width: number }) {
  const { rows, format, series = [] } = chart
  const top = scaleTop(rows)
  const plot = width - PLOT.right
  const slot = plot / rows.length
  const bar = Math.min(BAR_MAX, slot * BAR_SHARE)
  const y = (height: number) => PLOT.base - ((PLOT.base - PLOT.top) * height) / top
  const every = Math.ceil(TICKS_APART / slot)
  return (
    <svg
      role="img"
      aria-label={summaryOf(chart)}
      width={width}
      height={PLOT.height}
      className="absolute inset-0 overflow-visible"
    >
      {[0, top].map((height) => (
        <g key={height}>
          <line x1={0} x2={plot} y1={y(height)} y2={y(height)} stroke="var(--line)" />
          <text x={width} y={y(height) + 5} textAnchor="end" fill="var(--quiet)" className="figures text-sm">
            {format(height)}
          </text>
        </g>
      ))}
      {rows.map((row, index) => (
        <g key={row.key}>
          <title>{`${row.label}\u00a0: ${format(heightOf(row))}`}</title>
          <Parts row={row} x={slot * (index + 0.5) - bar / 2} width={bar} y={y} alone={series.length === 0} />
          {index % every === 0 && index * slot + TICKS_APART <= width && (
            <text x={slot * index} y={PLOT.ticks} fill="var(--quiet)" className="text-sm">
              {row.tick}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}

interface PartsProps {
  readonly row: BarRow
  readonly x: number
  readonly width: number
  readonly y: (height: number) => number
  readonly alone: boolean
}

function Parts({ row, x, width, y, alone }: PartsProps) {
  let below = 0
  return row.parts.map((part, index) => {
    const fill = alone ? FILL_ALONE : FILLS[index]
    const from = below
    below += part
    return <rect key={fill} x={x} y={y(below)} width={width} height={y(from) - y(below)} fill={fill} />
  })
}

/** The same values, for those who do not see the drawing or want the numbers. */
function ChartTable({ chart }: { readonly chart: Chart }) {
  const { title, columns, rows } = chart
  return (
    <details>
      <summary className="target flex items-center text-sm font-semibold">{words.charts.table}</summary>
      <ScrollRegion label={title} className="max-h-64 rounded-inner border border-line">
        <table className="figures w-full text-left text-sm">
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" className="border-b border-line px-3 py-1.5">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row" className="px-3 py-1 font-normal whitespace-nowrap">
                  {row.label}
                </th>
                {row.cells.map((cell, index) => (
                  <td key={columns[index + 1]} className="px-3 py-1">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  )
}
