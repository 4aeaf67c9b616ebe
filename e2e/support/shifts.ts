import type { Page } from '@playwright/test'
import { expect } from './world.ts'

/** A layout shift: its score, and each thing that moved, with its box before and after. */
interface Shift {
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

/** The page, with what it has recorded. */
interface RecordingWindow {
  /** Returns what has shifted until now, that which the observer was not yet called for included. */
  readShifts(): readonly Shift[]
}

/** Reads the layout shifts of a page, in order. */
type ReadShifts = () => Promise<readonly Shift[]>

/** Records unexpected layout shifts of all pages opened from now on. */
export async function watchShifts(page: Page): Promise<ReadShifts> {
  await page.addInitScript(record, true)
  return () => readShifts(page)
}

/** Records unexpected layout shifts of the page as it stands, from now on. */
export async function watchShiftsFromNow(page: Page): Promise<ReadShifts> {
  await page.evaluate(record, false)
  return () => readShifts(page)
}

/** Waits until the page is drawn in its own font, two frames after it has come: on a busy machine that can be after its first lists. */
export async function fontDrawn(page: Page): Promise<void> {
  const isDrawn = await page.evaluate(async () => {
    await document.fonts.ready
    for (const _frame of [1, 2]) await new Promise(requestAnimationFrame)
    return document.fonts.check('1em Archivo')
  })
  expect(isDrawn).toBe(true)
}

/** Waits until the page has its fonts. */
export async function fontsLoaded(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
  })
}

/** Fails, naming what moved, if the shifts add up to more than `most`. */
export async function expectStill(read: ReadShifts, most = 0): Promise<void> {
  const shifts = await read()
  const score = shifts.reduce((sum, { value }) => sum + value, 0)
  expect(score, shifts.map(({ value, moved }) => [value, ...moved].join('\n  ')).join('\n')).toBeLessThanOrEqual(most)
}

function readShifts(page: Page): Promise<readonly Shift[]> {
  return page.evaluate(() => (window as unknown as RecordingWindow).readShifts())
}

/** Runs in the page: records each unexpected layout shift with what moved; those before it too, if `buffered`. */
function record(buffered: boolean): void {
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
