import { reporting as words } from '@tribune/french/sentences/operator/reporting.ts'
import { useWidth } from '../../../lib/device/use-width.ts'
import { ScrollRegion } from '../scroll-region.tsx'
import { type BarRow, type Chart, heightOf, scaleTop, summaryOf } from './chart-rows.ts'

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
export function BarChart({ chart }: { readonly chart: Chart }) {
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
