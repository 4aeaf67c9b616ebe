import type { Page } from '@playwright/test'
import { expect } from './world.ts'

/** Runs in the page: records each unexpected layout shift with what moved. As text, because its globals (`shifts`, `record`, `watcher`) have no types. */
const RECORD = `{
  window.shifts = []
  const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ')
  const name = (node) => (node?.nodeName ?? 'a removed node') + ' « ' + (node?.textContent ?? '').trim().slice(0, 60) + ' »'
  window.record = (list) => {
    for (const { value, hadRecentInput, sources } of list) {
      if (hadRecentInput) continue
      const moved = sources.map(({ node, previousRect, currentRect }) => name(node) + ': ' + place(previousRect) + ' → ' + place(currentRect))
      shifts.push({ value, moved })
    }
  }
  window.watcher = new PerformanceObserver((list) => record(list.getEntries()))
  watcher.observe({ type: 'layout-shift', buffered: true })
}`
/** What the page has shifted until now, that which the observer was not yet called for included. */
const READ = 'record(watcher.takeRecords()), shifts'

/** Two frames after the font has come, by which time its letters are drawn. */
const DRAWN = `document.fonts.ready.then(
  () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(document.fonts.check('1em Archivo'))))),
)`

/** A layout shift: its score, and each thing that moved, with its box before and after. */
interface Shift {
  readonly value: number
  readonly moved: readonly string[]
}

/** Reads the layout shifts of a page, in order. */
type ReadShifts = () => Promise<readonly Shift[]>

/** Records unexpected layout shifts of all pages opened from now on. */
export async function watchShifts(page: Page): Promise<ReadShifts> {
  await page.addInitScript(RECORD)
  return () => page.evaluate(READ)
}

/** Records unexpected layout shifts of the page as it stands, from now on. */
export async function watchShiftsFromNow(page: Page): Promise<ReadShifts> {
  await page.evaluate(RECORD.replace(', buffered: true', ''))
  return () => page.evaluate(READ)
}

/** Waits until the page is drawn in its own font: on a busy machine that can be after its first lists. */
export async function fontDrawn(page: Page): Promise<void> {
  expect(await page.evaluate(DRAWN)).toBe(true)
}

/** Fails, naming what moved, if the shifts add up to more than `most`. */
export async function expectStill(read: ReadShifts, most = 0): Promise<void> {
  const shifts = await read()
  const score = shifts.reduce((sum, { value }) => sum + value, 0)
  expect(score, shifts.map(({ value, moved }) => [value, ...moved].join('\n  ')).join('\n')).toBeLessThanOrEqual(most)
}
