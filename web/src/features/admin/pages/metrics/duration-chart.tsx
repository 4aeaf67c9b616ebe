import { hour, shortDay } from '@tribune/french/format/dates.ts'
import { runTime } from '@tribune/french/format/durations.ts'
import { plural } from '@tribune/french/format/numbers.ts'
import { values, metrics as words } from '@tribune/french/sentences/operator/diagnostic-pages.ts'
import type { EdgeMetric } from '../../../../data/operator/pages.ts'
import { useWidth } from '../../../../lib/device/use-width.ts'
import { barsOf, sumUpRuns } from './run-rows.ts'

/** The drawing, in pixels: room below for the first and the last day, at the right for the scale. */
const PLOT = { height: 180, top: 12, base: 148, right: 64, days: 172 } as const
const SLOT_MAX = 28
const BAR_SHARE = 0.7
const CAP_PX = 6

/** Durations of runs as bars, summed up in a sentence; the table below has every value. */
export function DurationChart({ runs }: { readonly runs: readonly EdgeMetric[] }) {
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
