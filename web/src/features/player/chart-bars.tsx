import type { PlayerMatch } from '@tribune/contract/players.ts'
import type { Position } from '@tribune/domain/ballots/podium.ts'
import { outcomeOf, scaleTop, sumUpPoints } from '@tribune/domain/players/form.ts'
import { shortDay } from '@tribune/french/format/dates.ts'
import { count } from '@tribune/french/format/numbers.ts'

/** The drawing, in pixels: room above for the rank of the best, below for the days, right for the scale. */
export const PLOT = { height: 196, top: 24, base: 168, right: 36, days: 188 } as const

const SLOT_MAX = 44
const BAR_MAX = 24
const BAR_SHARE = 0.66

/** Narrower bars have no room for a number above them. */
const NUMBERED_FROM = 8

/** Two days are written where they do not touch. */
const DAYS_APART = 120

/** The metals by place; any other place has none. */
export const CHART_METALS: Readonly<Record<Position, ChartMetal> & Record<number, ChartMetal>> = {
  1: { fill: 'var(--gold-step)', line: 'var(--gold)', sample: 'border-gold bg-gold-step' },
  2: { fill: 'var(--silver-step)', line: 'var(--silver)', sample: 'border-silver bg-silver-step' },
  3: { fill: 'var(--bronze-step)', line: 'var(--bronze)', sample: 'border-bronze bg-bronze-step' },
}

/** Width per match. Few matches are left-aligned: the season has only begun. */
export function slotWidth(width: number, matches: number): number {
  return Math.max(1, Math.min(SLOT_MAX, (width - PLOT.right) / Math.max(1, matches)))
}

interface ChartBarsProps {
  readonly matches: readonly PlayerMatch[]
  readonly width: number
  /** Index of the match whose value is written above the drawing. */
  readonly chosen: number
  readonly label: string
}

export function ChartBars({ matches, width, chosen, label }: ChartBarsProps) {
  const slot = slotWidth(width, matches.length)
  const { average, best } = sumUpPoints(matches)
  const top = scaleTop(best)
  const y = (points: number) => PLOT.base - ((PLOT.base - PLOT.top) * points) / top
  return (
    <svg role="img" aria-label={label} width={width} height={PLOT.height} className="absolute inset-0 overflow-visible">
      <rect
        x={slot * chosen}
        y={0}
        width={slot}
        height={PLOT.base + 4}
        rx={Math.min(6, slot / 3)}
        fill="var(--raised)"
        stroke="var(--edge)"
        strokeWidth={1}
      />
      <Scale top={top} width={width} y={y} />
      {average > 0 && (
        <line
          x1={0}
          x2={width - PLOT.right}
          y1={y(average)}
          y2={y(average)}
          stroke="var(--quiet)"
          strokeWidth={1.5}
          strokeDasharray="2 4"
        />
      )}
      {matches.map((match, index) => (
        <Bar key={match.match_id} match={match} x={slot * (index + 0.5)} width={slot} y={y} />
      ))}
      <Days matches={matches} slot={slot} />
    </svg>
  )
}

function Scale({ top, width, y }: { top: number; width: number; y: (points: number) => number }) {
  return [0, top / 2, top].map((points) => (
    <g key={points}>
      <line x1={0} x2={width - PLOT.right} y1={y(points)} y2={y(points)} stroke="var(--line)" />
      <text x={width} y={y(points) + 5} textAnchor="end" fill="var(--quiet)" className="figures text-sm">
        {count(points)}
      </text>
    </g>
  ))
}

/** A rank without a metal. */
const CHALK = { fill: 'var(--edge)', line: 'var(--edge)' }

interface BarProps {
  readonly match: PlayerMatch
  /** Middle of the bar. */
  readonly x: number
  readonly width: number
  readonly y: (points: number) => number
}

/** A bar for points, a stub for none of them, a ring where they did not play, dots where the result is to come. */
function Bar({ match, x, width, y }: BarProps) {
  const bar = Math.min(BAR_MAX, width * BAR_SHARE)
  const outcome = outcomeOf(match)
  if (outcome === 'absent')
    return <circle cx={x} cy={PLOT.base} r={Math.min(3, bar / 2)} fill="var(--surface)" stroke="var(--edge)" />
  if (outcome === 'pending') {
    return (
      <rect
        x={x - bar / 2}
        y={PLOT.base - 28}
        width={bar}
        height={28}
        rx={2}
        fill="none"
        stroke="var(--edge)"
        strokeDasharray="3 3"
      />
    )
  }
  const height = Math.max(3, PLOT.base - y(match.points))
  const { fill, line } = CHART_METALS[match.rank ?? 0] ?? CHALK
  const isNumbered = match.rank !== null && match.rank in CHART_METALS && bar >= NUMBERED_FROM
  return (
    <>
      <rect
        x={x - bar / 2}
        y={PLOT.base - height}
        width={bar}
        height={height}
        rx={Math.min(3, bar / 3)}
        fill={fill}
        stroke={line}
      />
      {isNumbered && (
        <text
          x={x}
          y={PLOT.base - height - 5}
          textAnchor="middle"
          fill={line}
          className="figures text-base font-extrabold"
        >
          {match.rank}
        </text>
      )}
    </>
  )
}

/** The first day and the last; one alone where there is no room for both. */
function Days({ matches, slot }: { readonly matches: readonly PlayerMatch[]; readonly slot: number }) {
  const [first] = matches
  const last = matches.at(-1)
  const end = slot * matches.length
  return (
    <>
      {first !== undefined && (
        <text x={0} y={PLOT.days} fill="var(--quiet)" className="text-sm">
          {shortDay(first.match_date)}
        </text>
      )}
      {last !== undefined && end >= DAYS_APART && (
        <text x={end} y={PLOT.days} textAnchor="end" fill="var(--quiet)" className="text-sm">
          {shortDay(last.match_date)}
        </text>
      )}
    </>
  )
}

/** A metal of the podium in a chart. Apart from `metals.ts`, which loads with the first screen. */
interface ChartMetal {
  readonly fill: string
  readonly line: string
  /** The classes of a swatch with the line that separates it from its background. */
  readonly sample: string
}
