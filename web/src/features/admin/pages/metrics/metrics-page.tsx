import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { duration, hour, runTime, shortDay } from '@tribune/french/format/dates.ts'
import { count, plural } from '@tribune/french/format/numbers.ts'
import { pageNames } from '@tribune/french/sentences/operator/area.ts'
import { values, metrics as words } from '@tribune/french/sentences/operator/diagnostic-pages.ts'
import { useState } from 'react'
import { type EdgeMetric, openRunsQuery, runsQuery } from '../../../../data/operator/pages.ts'
import { useWidth } from '../../../../lib/device/use-width.ts'
import { serverNow } from '../../../../lib/http/server-clock.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { RefreshButton } from '../../../../ui/refresh-button.tsx'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import { CheckField, SelectField } from '../../fields.tsx'
import { DiagnosticFrame, OperatorPart } from '../diagnostic-frame.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { Reading } from '../parts/reading.tsx'
import { barsOf, orderRuns, sumUpRuns } from './run-rows.ts'

const route = getRouteApi('/metrics-dashboard')

/** The latest 50 runs of server functions, and those that are open (spec section 2, "Developer test pages"). */
export function MetricsPage() {
  const { fn } = route.useSearch()
  return (
    <DiagnosticFrame title={pageNames['/metrics-dashboard']} intro={words.intro}>
      <OperatorPart title={words.openTitle} what={words.toRead} intro={words.openIntro}>
        {() => <OpenRuns />}
      </OperatorPart>
      <OperatorPart title={words.runs} what={words.toRead}>
        {() => <Runs fn={fn} />}
      </OperatorPart>
    </DiagnosticFrame>
  )
}

function OpenRuns() {
  const open = useQuery(openRunsQuery)
  return (
    <Reading of={open}>
      {(runs) =>
        runs.length === 0 ? (
          <p>{words.openNone}</p>
        ) : (
          <ul>
            {runs.map(({ id, function_name, started_at }) => (
              <li key={id} className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2 last:border-0">
                <span className="figures font-bold">{function_name}</span>
                <span className="text-quiet">
                  {words.since(hour(started_at), duration(Math.max(0, serverNow().getTime() - Date.parse(started_at))))}
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </Reading>
  )
}

function Runs({ fn }: { readonly fn: string | undefined }) {
  const [failuresFirst, setFailuresFirst] = useState(true)
  const runs = useQuery(runsQuery(fn))
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-4">
        <FunctionFilter fn={fn} />
        <CheckField label={words.failuresFirst} checked={failuresFirst} onChange={setFailuresFirst} />
        <RefreshButton busy={runs.isFetching} onRefresh={() => void runs.refetch()} />
      </div>
      <Reading of={runs}>
        {(items) =>
          items.length === 0 ? (
            <Notice>{fn === undefined ? words.none : words.noneOf(fn)}</Notice>
          ) : (
            <>
              <DurationChart runs={items} />
              <RunTable runs={orderRuns(items, failuresFirst)} />
            </>
          )
        }
      </Reading>
    </div>
  )
}

/** Functions that leave a row for each run (server/src/infra/jobs/run.ts). */
const FUNCTIONS = [
  'correct-match',
  'delete-user-account',
  'digest',
  'publish-due',
  'ranking-engine',
  'read-lineup',
  'recalculation',
  'record-check',
  'scheduler-nightly',
  'scheduler-postft',
  'scheduler-realtime',
  'season-ranking',
] as const

function FunctionFilter({ fn }: { readonly fn: string | undefined }) {
  const navigate = useNavigate()
  const choose = (name: string) =>
    void navigate({ to: '/metrics-dashboard', search: { fn: name === '' ? undefined : name }, replace: true })
  const names: readonly string[] = FUNCTIONS
  const listed = fn === undefined || names.includes(fn) ? names : [...names, fn]
  return (
    <div className="min-w-0 flex-1 basis-60">
      <SelectField
        label={words.fn}
        value={fn ?? ''}
        options={[{ value: '', label: words.all }, ...listed.map((name) => ({ value: name, label: name }))]}
        onChange={choose}
      />
    </div>
  )
}

function RunTable({ runs }: { readonly runs: readonly EdgeMetric[] }) {
  return (
    <DataTable
      caption={words.runs}
      rows={runs}
      keyOf={({ id }) => id}
      columns={[
        { head: words.fn, cell: ({ function_name }) => <span className="figures">{function_name}</span> },
        {
          head: words.columns.state,
          cell: ({ ok }) => <StatusBadge tone={ok ? 'good' : 'warn'}>{ok ? words.ok : words.failed}</StatusBadge>,
        },
        { head: words.columns.moment, cell: ({ created_at: at }) => values.moment(shortDay(at), hour(at)) },
        { head: words.columns.duration, figures: true, cell: ({ duration_ms }) => runTime(duration_ms) },
        {
          head: words.columns.processed,
          figures: true,
          cell: ({ processed }) => (processed === null ? values.none : count(processed)),
        },
        { head: words.columns.error, cell: ({ error_code, error }) => <RunError code={error_code} text={error} /> },
        {
          head: words.columns.reference,
          cell: ({ correlation_id }) => (
            <span className="figures text-sm whitespace-nowrap select-all">{correlation_id}</span>
          ),
        },
      ]}
    />
  )
}

function RunError({ code, text }: { readonly code: string | null; readonly text: string | null }) {
  if (code === null && text === null) return values.none
  return (
    <span className="block min-w-60">
      <span className="figures block font-bold">{code}</span>
      <span className="block text-sm [overflow-wrap:anywhere]">{text}</span>
    </span>
  )
}

/** The drawing, in pixels: room below for the first and the last day, at the right for the scale. */
const PLOT = { height: 180, top: 12, base: 148, right: 64, days: 172 } as const
const SLOT_MAX = 28
const BAR_SHARE = 0.7
const CAP_PX = 6

/** Durations of runs as bars, summed up in a sentence; the table below has every value. */
function DurationChart({ runs }: { readonly runs: readonly EdgeMetric[] }) {
  const [ref, width] = useWidth()
  const summary = summaryOf(runs)
  return (
    <figure className="flex flex-col gap-2">
      <figcaption>
        <span className="block font-bold">{words.chart}</span>
        <span className="block text-sm text-quiet">{words.chartHint}</span>
      </figcaption>
      <p>{summary}</p>
      <div ref={ref} className="relative overflow-hidden" style={{ height: PLOT.height }}>
        {width > 0 && <Bars runs={runs} width={width} label={`${words.chart}. ${summary}`} />}
      </div>
    </figure>
  )
}

interface BarsProps {
  readonly runs: readonly EdgeMetric[]
  readonly width: number
  readonly label: string
}

function Bars({ runs, width, label }: BarsProps) {
  const bars = barsOf(runs)
  const slot = Math.min(SLOT_MAX, (width - PLOT.right) / Math.max(1, bars.length))
  const bar = slot * BAR_SHARE
  const tall = PLOT.base - PLOT.top
  const { longest } = sumUpRuns(runs)
  const [first, last] = [bars[0]?.run, bars.at(-1)?.run]
  return (
    <svg role="img" aria-label={label} width={width} height={PLOT.height} className="absolute inset-0">
      {[1, 0.25, 0].map((share) => (
        <Scale key={share} y={PLOT.base - tall * Math.sqrt(share)} width={width} ms={longest * share} />
      ))}
      {bars.map(({ run, share }, index) => {
        const height = tall * share
        const x = slot * index + (slot - bar) / 2
        return (
          <g key={run.id}>
            <rect
              x={x}
              y={PLOT.base - height}
              width={bar}
              height={height}
              rx={Math.min(2, bar / 3)}
              fill={run.ok ? 'var(--edge)' : 'var(--warn)'}
            />
            {/* Failures differ by shape too. */}
            {!run.ok && <path d={`M${x} ${PLOT.base + 2}h${bar}l${-bar / 2} ${CAP_PX}z`} fill="var(--warn)" />}
          </g>
        )
      })}
      {first !== undefined && <Moment x={0} anchor="start" at={first.created_at} />}
      {last !== undefined && slot * bars.length > 260 && (
        <Moment x={slot * bars.length} anchor="end" at={last.created_at} />
      )}
    </svg>
  )
}

function Scale({ y, width, ms }: { readonly y: number; readonly width: number; readonly ms: number }) {
  return (
    <>
      <line x1={0} x2={width - PLOT.right} y1={y} y2={y} stroke="var(--line)" />
      <text x={width} y={y + 5} textAnchor="end" fill="var(--quiet)" className="figures text-sm">
        {runTime(ms)}
      </text>
    </>
  )
}

function Moment({ x, anchor, at }: { readonly x: number; readonly anchor: 'start' | 'end'; readonly at: string }) {
  return (
    <text x={x} y={PLOT.days} textAnchor={anchor} fill="var(--quiet)" className="text-sm">
      {values.moment(shortDay(at), hour(at))}
    </text>
  )
}

function summaryOf(runs: readonly EdgeMetric[]): string {
  const { runs: all, failures, median, longest } = sumUpRuns(runs)
  return words.summary(plural(all, words.run), plural(failures, words.failure), runTime(median), runTime(longest))
}
