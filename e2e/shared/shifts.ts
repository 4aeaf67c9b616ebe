/** A layout shift: its score, and each thing that moved, with its box before and after. */
export interface Shift {
  readonly value: number
  readonly moved: readonly string[]
}

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

/** The page, with its recorded shifts. */
export interface RecordingWindow {
  /** Returns all shifts until now, including those not yet delivered to the observer. */
  readShifts(): readonly Shift[]
}

/** Returns the score of all shifts, and a text that names what moved. */
export function sumOf(shifts: readonly Shift[]): { readonly score: number; readonly report: string } {
  const score = shifts.reduce((sum, { value }) => sum + value, 0)
  return { score, report: shifts.map(({ value, moved }) => [value, ...moved].join('\n  ')).join('\n') }
}

/** Runs in the page: records each unexpected layout shift with what moved; those before it too, if `buffered`. */
export function record(buffered: boolean): void {
  const shifts: Shift[] = []
  const place = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ')
  const name = (node: Node | null) =>
    `${node?.nodeName ?? 'a removed node'} « ${(node?.textContent ?? '').trim().slice(0, 60)} »`
  const add = (entries: PerformanceEntryList) => {
    for (const { value, hadRecentInput, sources } of entries as unknown as ReportedShift[]) {
      if (hadRecentInput) continue
      const moved = sources.map(
        ({ node, previousRect, currentRect }) => `${name(node)}: ${place(previousRect)} → ${place(currentRect)}`,
      )
      shifts.push({ value, moved })
    }
  }
  const watcher = new PerformanceObserver((list) => add(list.getEntries()))
  watcher.observe({ type: 'layout-shift', buffered })
  const readShifts = () => {
    add(watcher.takeRecords())
    return shifts
  }
  Object.assign(window, { readShifts } satisfies RecordingWindow)
}
