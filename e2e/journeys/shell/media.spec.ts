import type { Page } from '@playwright/test'
import { openLiveMatch } from '../../support/api.ts'
import { hold } from '../../support/home.ts'
import { expectStill, watchShiftsFromNow } from '../../support/shifts.ts'
import { expect, test, type World } from '../../support/world.ts'

const KEPT = /\/media\/(players|teams|competitions)\/-?\d+\/(48|96|192)\.webp\?v=[0-9a-f]{12}$/
/** What can be seen now: pictures of ours, drawings, and frames with nothing in them. */
function look(page: Page): Promise<{ own: number; drawn: number; empty: number }> {
  return page.evaluate(() => {
    const seen = { own: 0, drawn: 0, empty: 0 }
    for (const image of document.querySelectorAll<HTMLImageElement>('main img')) {
      const { top, bottom } = image.getBoundingClientRect()
      if (bottom < 0 || top > innerHeight || !image.checkVisibility({ opacityProperty: true })) continue
      const isEmpty = !image.complete || image.naturalWidth === 0
      seen[isEmpty ? 'empty' : image.src.startsWith('data:') ? 'drawn' : 'own'] += 1
    }
    return seen
  })
}

/** Addresses of the pictures of ours that are in view, by whether they are shown or still behind their drawing. */
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

test('photos and crests are loaded from our server, in a size that fits the frame', async ({ page, world }) => {
  const match = await openPictured(page, world)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`/match/${match.match_id}`)
  await expect.poll(async () => (await look(page)).own).toBeGreaterThan(3)
  await expect.poll(async () => (await look(page)).empty).toBe(0)
  const media = asked.filter((url) => url.includes('/media/'))
  expect(media.filter((url) => !KEPT.test(url))).toEqual([])
})

test('a picture that fails to load leaves its drawing', async ({ page, world }) => {
  const { match } = await openLiveMatch(world)
  await page.context().route('**/media/**', (route) => route.abort())
  await page.goto(`/match/${match.match_id}`)
  await expect.poll(async () => (await look(page)).drawn).toBeGreaterThan(3)
  expect(await look(page)).toMatchObject({ own: 0, empty: 0 })
})

test('a picture that loads late replaces its drawing in place', async ({ page, world }) => {
  const { match } = await openLiveMatch(world)
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  await page.context().route('**/media/**', async (route) => {
    await opened
    await route.continue()
  })
  await page.goto(`/match/${match.match_id}`)
  await expect.poll(async () => (await look(page)).drawn).toBeGreaterThan(3)
  expect((await look(page)).own).toBe(0)
  const shifts = await watchShiftsFromNow(page)
  open()
  await expect.poll(async () => (await look(page)).own).toBeGreaterThan(3)
  await expectStill(shifts)
})

test('loaded pictures stay when a fan goes back before the next screen has loaded', async ({ page, world }) => {
  const match = await openPictured(page, world)
  await page.clock.install()
  await page.goto(`/match/${match.match_id}`)
  await expect.poll(async () => (await inView(page)).shown.length).toBeGreaterThan(3)
  const before = await inView(page)
  await hold(page, /\/assets\/rankings-page-[^/]+\.js$/)
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
