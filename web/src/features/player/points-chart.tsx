import { Link } from '@tanstack/react-router'
import type { PlayerMatch } from '@tribune/contract/players.ts'
import { POSITIONS } from '@tribune/domain/ballots/podium.ts'
import { outcomeOf, sumUpPoints } from '@tribune/domain/players/form.ts'
import { shortDay } from '@tribune/french/format/dates.ts'
import { count, ordinal, plural } from '@tribune/french/format/numbers.ts'
import { nouns } from '@tribune/french/sentences/app.ts'
import { outcome as outcomes, chart as words } from '@tribune/french/sentences/player.ts'
import { type ReactNode, useState } from 'react'
import { useWidth } from '../../lib/device/use-width.ts'
import { Crest } from '../../ui/picture.tsx'
import { CHART_METALS, ChartBars, PLOT, slotWidth } from './chart-bars.tsx'
import { Earned } from './earned.tsx'
import { earnedWord, fixtureOf, rivalOf, scoreOf } from './match-words.ts'

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

/** The chosen match in words, and the way to it. Its height never changes. */
function ChartReadout({ match }: { readonly match: PlayerMatch }) {
  const { name, logo } = rivalOf(match)
  return (
    <Link
      to="/match/$id"
      params={{ id: match.match_id }}
      className="flex h-[68px] items-center gap-3 rounded-inner bg-raised px-3 hover:underline"
    >
      <Crest name={name} src={logo} size={36} />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate font-bold">
          <bdi>{name}</bdi>
        </span>
        <span className="truncate text-sm text-quiet">
          {shortDay(match.match_date)} · {words.where[match.player_side](scoreOf(match))}
        </span>
      </span>
      <Earned match={match} />
    </Link>
  )
}

/** The same values for those who do not see the drawing. */
function ChartTable({ matches }: { readonly matches: readonly PlayerMatch[] }) {
  return (
    <div className="sr-only">
      <table>
        <caption>{words.table}</caption>
        <thead>
          <tr>
            <th scope="col">{words.columns.match}</th>
            <th scope="col">{words.columns.day}</th>
            <th scope="col">{words.columns.points}</th>
            <th scope="col">{words.columns.result}</th>
          </tr>
        </thead>
        <tbody>
          {matches.map((match) => (
            <tr key={match.match_id}>
              <th scope="row">{fixtureOf(match)}</th>
              <td>{shortDay(match.match_date)}</td>
              <td>{count(match.points)}</td>
              <td>{earnedWord(match)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Explains the shapes that are drawn. */
function ChartLegend({ matches }: { readonly matches: readonly PlayerMatch[] }) {
  const drawn = new Set(matches.map((match) => outcomeOf(match)))
  const { average } = sumUpPoints(matches)
  const ranks = new Set(matches.map(({ rank }) => rank))
  return (
    <ul aria-hidden="true" className="flex min-h-[3em] flex-wrap content-start gap-x-4 gap-y-1 text-sm text-quiet">
      {POSITIONS.filter((place) => ranks.has(place)).map((place) => (
        <Entry key={place} sample={<span className={`size-3 rounded-[3px] border ${CHART_METALS[place].sample}`} />}>
          {words.place(ordinal(place))}
        </Entry>
      ))}
      {average > 0 && (
        <Entry sample={<span className="w-4 border-t-2 border-dotted border-quiet" />}>
          {words.average(count(average))}
        </Entry>
      )}
      {drawn.has('absent') && (
        <Entry sample={<span className="size-2 rounded-full border border-edge" />}>{outcomes.absent}</Entry>
      )}
      {drawn.has('pending') && (
        <Entry sample={<span className="size-3 rounded-[3px] border border-dashed border-edge" />}>
          {outcomes.pending}
        </Entry>
      )}
    </ul>
  )
}

function Entry({ sample, children }: { readonly sample: ReactNode; readonly children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      {sample}
      {children}
    </li>
  )
}
