/** A run, as far as its place in lists and charts goes. */
export interface TimedRun {
  readonly id: string
  readonly ok: boolean
  readonly duration_ms: number
  readonly created_at: string
}

/** Orders runs for reading: failures first if asked for, then the newest. */
export function orderRuns<Run extends TimedRun>(runs: readonly Run[], failuresFirst: boolean): Run[] {
  return runs.toSorted(
    (one, other) =>
      (failuresFirst ? Number(one.ok) - Number(other.ok) : 0) ||
      Date.parse(other.created_at) - Date.parse(one.created_at),
  )
}

/** A bar of the chart: `share` is its height from 0 to 1 of the longest run, on a square-root scale. */
export interface Bar<Run> {
  readonly run: Run
  readonly share: number
}

/**
 * Draws runs as bars, oldest first. Durations reach from milliseconds to minutes: the square root keeps the short ones in sight, and no bar
 * vanishes.
 */
export function barsOf<Run extends TimedRun>(runs: readonly Run[], minShare = 0.02): Bar<Run>[] {
  const longest = Math.max(1, ...runs.map(({ duration_ms }) => duration_ms))
  const oldestFirst = orderRuns(runs, false).toReversed()
  return oldestFirst.map((run) => ({ run, share: Math.max(minShare, Math.sqrt(run.duration_ms / longest)) }))
}

/** Sums runs up: how many, how many failed, the median and the longest duration in milliseconds; zeros for none. */
export function sumUpRuns(runs: readonly TimedRun[]) {
  const durations = runs.map(({ duration_ms }) => duration_ms).toSorted((one, other) => one - other)
  const middle = durations.length / 2
  const [low = 0, high = 0] = [durations[Math.ceil(middle) - 1], durations[Math.floor(middle)]]
  return {
    runs: runs.length,
    failures: runs.filter(({ ok }) => !ok).length,
    median: Math.round((low + high) / 2),
    longest: durations.at(-1) ?? 0,
  }
}
