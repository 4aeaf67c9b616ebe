import type { Page } from '@playwright/test'
import { EUROPEAN_NAMES } from '@tribune/server/testing/constants.ts'
import { hold, rows } from '../../support/home.ts'
import { row } from '../../support/match.ts'
import { expectStill, fontDrawn, watchShiftsFromNow } from '../../support/shifts.ts'
import { expect, test } from '../../support/world.ts'

/** Bytes that the letters of the most frequent names may add to a first load. */
const MAX_BYTES = 6_000

/** Names the families that the browser has drawn an element with: « Archivo SemiBold » is Archivo, and one of the phone has its own name. */
async function fontsOf(page: Page, selector: string): Promise<string[]> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('DOM.enable')
  await devTools.send('CSS.enable')
  const { root } = await devTools.send('DOM.getDocument')
  const { nodeId } = await devTools.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await devTools.send('CSS.getPlatformFontsForNode', { nodeId })
  await devTools.detach()
  return [
    ...new Set(
      fonts.map(({ familyName, isCustomFont }) => `${isCustomFont ? '' : 'local '}${familyName.split(' ', 1)}`),
    ),
  ]
}

const fontFiles = (page: Page) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('.woff2')) asked.push(new URL(request.url()).pathname)
  })
  return asked
}

test('each letter of a European name is drawn by our font', async ({ page, world }) => {
  const names = Object.values(EUROPEAN_NAMES)
  const match = await world.build({ names, players: names.length })
  await page.goto(`/match/${match.id}`)
  for (const [index, language] of Object.keys(EUROPEAN_NAMES).entries()) {
    const id = match.playerIds[index] ?? 0
    await row(page, id).scrollIntoViewIfNeeded()
    await expect.poll(() => fontsOf(page, `[data-player="${id}"] bdi`), language).toEqual(['Archivo'])
  }
})

test.describe('without the worker, which caches all files', () => {
  test.use({ serviceWorkers: 'block' })

  test('frequent letters cost at most 6 kB, and a page without them nothing', async ({ page, world }) => {
    const asked = fontFiles(page)
    await page.goto('/points')
    await page.waitForLoadState('networkidle')
    expect(asked).toHaveLength(1)
    const match = await world.build({ names: ['Çağrı Işık', 'Łukasz Szczęsny', 'Luka Modrić', 'Ștefan Tîru'] })
    await page.goto(`/match/${match.id}`)
    await expect.poll(() => new Set(asked).size).toBe(2)
    const [, further = ''] = new Set(asked)
    const bytes = (await (await fetch(new URL(further, world.url))).arrayBuffer()).byteLength
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES)
  })
})

test('a font that loads late shifts nothing', async ({ page }) => {
  const release = await hold(page, /\.woff2$/)
  // The page counts as loaded only with its font.
  await page.goto('/', { waitUntil: 'commit' })
  await expect(rows(page).first()).toBeVisible()
  const shifts = await watchShiftsFromNow(page)
  release()
  await fontDrawn(page)
  await expectStill(shifts, 0.001)
})

test('a font that loads late does not move the navigation of a wide screen', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const release = await hold(page, /\.woff2$/)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(rows(page).first()).toBeVisible()
  const places = () => page.locator('nav li').evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().left))
  const before = await places()
  release()
  await fontDrawn(page)
  const moves = (await places()).map((left, index) => Math.abs(left - (before[index] ?? 0)))
  // Browsers do not count shifts below three pixels.
  expect(Math.max(...moves)).toBeLessThan(3)
})
