import { expect } from 'vitest'

/** A layout shift as the browser reports it. */
interface ReportedShift {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly {
    readonly node: Node | null
    readonly previousRect: DOMRectReadOnly
    readonly currentRect: DOMRectReadOnly
  }[]
}

const place = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ')
const name = (node: Node | null) =>
  `${node?.nodeName ?? 'a removed node'} « ${(node?.textContent ?? '').trim().slice(0, 60)} »`

/** Records unexpected layout shifts from now on. Returns a function that fails, naming what moved, if they add up to more than `most`. */
export function watchShifts(): (most?: number) => void {
  const shifts: ReportedShift[] = []
  const add = (entries: PerformanceEntryList) => {
    shifts.push(...(entries as unknown as ReportedShift[]).filter(({ hadRecentInput }) => !hadRecentInput))
  }
  const watcher = new PerformanceObserver((list) => add(list.getEntries()))
  watcher.observe({ type: 'layout-shift' })
  return (most = 0) => {
    add(watcher.takeRecords())
    const told = shifts.map(({ value, sources }) =>
      [
        value,
        ...sources.map((one) => `${name(one.node)}: ${place(one.previousRect)} → ${place(one.currentRect)}`),
      ].join('\n  '),
    )
    const score = shifts.reduce((sum, { value }) => sum + value, 0)
    expect(score, told.join('\n')).toBeLessThanOrEqual(most)
  }
}
