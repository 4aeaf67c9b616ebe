import type { Page } from '@playwright/test'
import { openLiveMatch } from '../../support/api.ts'
import { hold } from '../../support/home.ts'
import { expect, test, type World } from '../../support/world.ts'

/** Returns the addresses of our pictures in view: those that are shown, and those that their drawing still covers. */
function inView(page: Page): Promise<{ shown: string[]; covered: string[] }> {
  return page.evaluate(() => {
    const seen = { shown: [] as string[], covered: [] as string[] }
    for (const image of document.querySelectorAll<HTMLImageElement>('main img:not([src^="data:"])')) {
      const { top, bottom } = image.getBoundingClientRect()
      if (bottom < 0 || top > innerHeight) continue
      const isShown = image.complete && image.naturalWidth > 0 && image.checkVisibility({ opacityProperty: true })
      seen[isShown ? 'shown' : 'covered'].push(image.src)
    }
    return seen
  })
}

/** A live match, most of whose players' photos have been fetched. */
async function openPictured(page: Page, world: World) {
  const { match, players } = await openLiveMatch(world)
  const photos = players.flatMap(({ photo_url }) => (photo_url === null ? [] : [photo_url]))
  const typeOf = async (photo: string) => (await page.request.get(photo)).headers()['content-type']
  const ready = async () => (await Promise.all(photos.map(typeOf))).filter((type) => type === 'image/webp').length
  await expect.poll(ready, { timeout: 30_000 }).toBeGreaterThan(photos.length / 2)
  return match
}

test('loaded pictures stay when a fan goes back before the next screen has loaded', async ({ page, world }) => {
  // Before the worker, which fetches the code of every screen.
  await hold(page, /\/assets\/rankings-page-[^/]+\.js$/)
  const match = await openPictured(page, world)
  await page.clock.install()
  await page.goto(`/match/${match.match_id}`)
  await expect.poll(async () => (await inView(page)).shown.length).toBeGreaterThan(3)
  const before = await inView(page)
  await page.getByRole('link', { name: 'Classements' }).click()
  await page.clock.runFor(1_000)
  await expect(page.locator('[data-skeleton]').first()).toBeVisible()
  await page.goBack()
  await expect(page.locator('[data-player]').first()).toBeVisible()
  await page.clock.runFor(1_000)
  const { shown, covered } = await inView(page)
  // Those that were still loading may have come since, or not.
  const lost = covered.filter((picture) => before.shown.includes(picture) && !before.covered.includes(picture))
  expect(lost).toEqual([])
  expect(shown.length).toBeGreaterThan(3)
})
