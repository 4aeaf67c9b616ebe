import type { PlayerMatch } from '@tribune/contract/players.ts'
import { sumUpPoints } from '@tribune/domain/players/form.ts'
import { shortDay } from '@tribune/french/format/dates.ts'
import { count, plural } from '@tribune/french/format/numbers.ts'
import { nouns } from '@tribune/french/sentences/app.ts'
import { chart as words } from '@tribune/french/sentences/player.ts'
import { useState } from 'react'
import { useWidth } from '../../lib/device/use-width.ts'
import { ChartBars, PLOT, slotWidth } from './chart-bars.tsx'
import { ChartLegend } from './chart-legend.tsx'
import { ChartReadout } from './chart-readout.tsx'
import { ChartTable } from './chart-table.tsx'
import { earnedWord, fixtureOf } from './match-words.ts'

interface PointsChartProps {
  /** In the order in which they were played. */
  readonly matches: readonly PlayerMatch[]
}

/** Points of each match as bars. A finger, a mouse or the arrow keys choose the match whose value is written above. */
export function PointsChart({ matches }: PointsChartProps) {
  const [ref, width] = useWidth()
  const [picked, setPicked] = useState<number | null>(null)
  const found = matches.findIndex(({ match_id }) => match_id === picked)
  const index = found === -1 ? matches.length - 1 : found
  const match = matches[index]
  const pick = (at: number) => setPicked(matches[Math.min(Math.max(at, 0), matches.length - 1)]?.match_id ?? null)
  const slot = slotWidth(width, matches.length)
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="text-lg font-bold">{words.title}</figcaption>
      {match !== undefined && <ChartReadout match={match} />}
      <div
        ref={ref}
        className="relative rounded-inner has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-text"
        style={{ height: PLOT.height, '--slot': `${slot}px` }}
      >
        {width > 0 && <ChartBars matches={matches} width={width} chosen={index} label={summaryOf(matches)} />}
        {matches.length > 1 && match !== undefined && (
          <input
            type="range"
            min={0}
            max={matches.length - 1}
            value={index}
            aria-label={words.read}
            aria-valuetext={words.value(fixtureOf(match), shortDay(match.match_date), earnedWord(match))}
            onChange={({ target }) => pick(Number(target.value))}
            onPointerDown={({ nativeEvent }) => pick(Math.floor(nativeEvent.offsetX / slot))}
            onPointerMove={({ nativeEvent }) => pick(Math.floor(nativeEvent.offsetX / slot))}
            className="absolute inset-y-0 left-0 m-0 h-full cursor-pointer touch-pan-y appearance-none opacity-0 [&::-moz-range-thumb]:w-(--slot) [&::-webkit-slider-thumb]:h-full [&::-webkit-slider-thumb]:w-(--slot) [&::-webkit-slider-thumb]:appearance-none"
            style={{ width: slot * matches.length }}
          />
        )}
      </div>
      <ChartLegend matches={matches} />
      <ChartTable matches={matches} />
    </figure>
  )
}

/** Sums up the chart in a sentence. */
function summaryOf(matches: readonly PlayerMatch[]): string {
  const { played, total, average, best } = sumUpPoints(matches)
  return words.summary({
    scope: plural(matches.length, nouns.match),
    played: plural(played, nouns.match),
    total: plural(total, nouns.point),
    average: count(average),
    best: count(best),
  })
}
