import type { Page } from '@playwright/test'
import { type RecordingWindow, record, type Shift, sumOf } from '../shared/shifts.ts'
import { expect } from './world.ts'

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
  const { score, report } = sumOf(await read())
  expect(score, report).toBeLessThanOrEqual(most)
}

function readShifts(page: Page): Promise<readonly Shift[]> {
  return page.evaluate(() => (window as unknown as RecordingWindow).readShifts())
}
