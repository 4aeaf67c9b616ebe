import type { Page } from '@playwright/test'
import { countedMatch } from '../../shared/matches.ts'
import { hold, openHome, rows, scrolled } from '../../support/home.ts'
import { atMatch, holdBallots, openMatch, podium, row, target } from '../../support/match.ts'
import { expectStill, fontDrawn, watchShifts, watchShiftsFromNow } from '../../support/shifts.ts'
import { expect, test } from '../../support/world.ts'

const expectPicked = (page: Page, playerId: number, picked = true) =>
  expect(target(page, playerId)).toHaveAttribute('aria-pressed', String(picked))

test('three taps make a vote: each is saved with a toast, the podium shows the picks, and confetti fly', async ({
  page,
  world,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const { a, b, c } = await atMatch(page, world)
  await expect(podium(page)).toContainText('0/3')
  await target(page, a).click()
  await expect(page.getByText('1/3 sélectionné(s) ✓')).toBeVisible()
  await target(page, b).click()
  await expect(page.getByText('2/3 sélectionné(s) ✓')).toBeVisible()
  await target(page, c).click()
  await expect(page.getByText('Vote complet enregistré ! 🎉')).toBeVisible()
  await expect(page.locator('body > canvas')).toBeVisible()
  await expect(page.getByText('Vote effectué ! Changer mon vote')).toBeAttached()
  await expect(page.getByText('Ton podium\u00a0: 1er Éloi Vasseur, 2e Tomàs Brunel, 3e Ilian Costa.')).toBeAttached()
  await page.reload()
  for (const player of [a, b, c]) await expectPicked(page, player)
})

test('a visitor’s tap becomes a pick in the tab that the mail’s link opens', async ({ page, world }) => {
  const match = await world.build()
  await page.goto(`/match/${match.id}`)
  const player = match.playerIds[4] ?? 0
  await target(page, player).click()
  const window = page.getByRole('dialog', { name: 'Connecte-toi pour voter' })
  await expect(window).toBeVisible()
  // The first tab is behind from now on, which no tab of a headless browser is, and saves nothing.
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await page.route('**/api/votes/*', (route) => (route.request().method() === 'PUT' ? undefined : route.fallback()))
  const other = await page.context().newPage()
  await world.signIn(other)
  await other.goto('/profile')
  await expect(window).toBeHidden()
  await other.goto(`/match/${match.id}`)
  await expectPicked(other, player)
  await expect(podium(other)).toContainText('1/3')
})

test('the steps of a result rise third, second, first within 600 ms, once, and not at all with reduced motion', async ({
  page,
  world,
}) => {
  const steps = page.getByRole('list', { name: 'Podium du match' }).getByRole('listitem')
  const rests = async () => {
    for (const place of [0, 1, 2]) await expect(steps.nth(place)).toHaveCSS('animation-name', 'none')
  }
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const match = await countedMatch(world, 10)
  const load = await hold(page, /\/assets\/points-page-[^/]+\.js$/)
  await openMatch(page, match.id)
  for (const [place, delay] of ['0.36s', '0.18s', '0s'].entries()) {
    await expect(steps.nth(place)).toHaveCSS('animation-name', 'rise')
    await expect(steps.nth(place)).toHaveCSS('animation-delay', delay)
    await expect(steps.nth(place)).toHaveCSS('animation-duration', '0.24s')
  }
  // The result is hidden, not gone, while the next screen loads.
  await page.getByRole('link', { name: 'Points', exact: true }).click()
  await expect(steps).toHaveCount(0)
  await page.goBack()
  await rests()
  load()
  await page.getByRole('link', { name: 'Points', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Comment ça marche ?', level: 1 })).toBeVisible()
  await page.goBack()
  await rests()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  await rests()
})

test('of two open tabs of a phone one reveals a result, and neither does so after a reload', async ({
  page,
  world,
}) => {
  const match = await world.build({ home: 'Étoile des Deux', away: 'Racing du Soir' })
  const tabs = [page, await page.context().newPage()]
  for (const tab of tabs) {
    await openMatch(tab, match.id)
    await expect.poll(() => tab.evaluate(() => localStorage.getItem('tribune-reveals'))).toContain(`${match.id}`)
  }
  await world.vote(
    match.id,
    Array.from({ length: 10 }, () => match.playerIds.slice(0, 3)),
  )
  await world.finish(match.id, 61)
  const reveals = async () => {
    const shown = await Promise.all(tabs.map((tab) => tab.getByRole('dialog', { name: 'Le podium est là' }).count()))
    return shown.reduce((sum, count) => sum + count)
  }
  const haveResult = async () => {
    for (const tab of tabs) await expect(tab.getByText('Votes des supporters')).toBeAttached({ timeout: 30_000 })
  }
  await haveResult()
  await expect.poll(reveals).toBe(1)
  for (const tab of tabs) await tab.waitForLoadState('networkidle')
  expect(await reveals()).toBe(1)
  for (const tab of tabs) await tab.reload()
  await haveResult()
  for (const tab of tabs) await tab.waitForLoadState('networkidle')
  expect(await reveals()).toBe(0)
})

test('the screen keeps the title and the address that its page came with', async ({ page, world }) => {
  const match = await world.build({ home: 'FC Rive', away: 'Stade Aval' })
  const title = '<title>FC Rive – Stade Aval · Tribune</title>'
  // A busy server sends the default head rather than have a fan wait for it.
  await expect.poll(async () => (await fetch(`${world.url}/match/${match.id}`)).text()).toContain(title)
  await page.goto(`/match/${match.id}`)
  await expect(page.getByRole('button', { name: 'Partager le match' })).toBeVisible()
  await expect(page).toHaveTitle('FC Rive – Stade Aval · Tribune')
  const canonical = page.locator('link[rel="canonical"]')
  await expect(canonical).toHaveAttribute('href', `${world.url}/match/${match.id}`)
  await page.getByRole('link', { name: 'Classements' }).click()
  await expect(page).toHaveTitle('Classement · Tribune')
  await expect(canonical).toHaveAttribute('href', `${world.url}/rankings`)
})

/** The refusal of a server that has no time. */
const BUSY = { error: { code: 'busy', message: 'Réessaie dans un instant.', id: 'x' } }

const STEP_MS = 50

test('toasts are status messages that stay 1.5, 3 and 5 seconds', async ({ page, world }) => {
  await page.clock.install()
  const lastRead = page.waitForResponse(/\/api\/follows$/)
  const { a, b, c, d } = await atMatch(page, world)
  // A jump of the clock would end a read that is under way.
  await lastRead
  await page.clock.pauseAt(Date.now() + 1_000)
  const lasts = async (text: string, ms: number) => {
    const toast = page.getByRole('status').getByText(text)
    // The server answers in its own time, and the page notices at its next step.
    await expect(async () => {
      await page.clock.runFor(STEP_MS)
      await expect(toast).toBeVisible({ timeout: 100 })
    }).toPass({ intervals: [10] })
    await page.clock.runFor(ms - STEP_MS - 1)
    await expect(toast).toBeVisible()
    await page.clock.runFor(STEP_MS + 1)
    await expect(toast).toBeHidden()
  }
  await target(page, a).click()
  await lasts('1/3 sélectionné(s) ✓', 1_500)
  await target(page, b).click()
  await lasts('2/3 sélectionné(s) ✓', 1_500)
  await target(page, c).click()
  await lasts('Vote complet enregistré ! 🎉', 3_000)
  await holdBallots(page, (route) => route.fulfill({ status: 503, json: BUSY })).then(({ release }) => release())
  await target(page, d).click()
  await page.getByRole('dialog').getByRole('button', { name: /^1er/ }).click()
  await lasts('Erreur: ', 5_000)
})

/** The code of the screen. */
const CODE = '**/assets/match-page-*.js'
const SCREEN = '**/api/rpc/get_match_screen**'

test('while it loads, the match has a skeleton of its shape, and nothing shifts afterwards', async ({
  page,
  world,
}) => {
  const match = await world.build({ home: 'Stade Clairmont', away: 'AS Belleroche' })
  const shifts = await watchShifts(page)
  const release = await hold(page, SCREEN)
  await page.goto(`/match/${match.id}`)
  const loading = page.getByRole('status').filter({ hasText: 'Chargement…' })
  await expect(loading).toBeVisible()
  await expect(page.locator('.first-paint')).toHaveCount(0)
  const firstRow = page.locator('[data-row]').first()
  const shape = await firstRow.boundingBox()
  await fontDrawn(page)
  await expectStill(shifts, 0.001)
  const later = await watchShiftsFromNow(page)
  release()
  await expect(row(page, match.playerIds[0] ?? 0)).toBeVisible()
  const real = await page.locator('[data-player]').first().boundingBox()
  expect(Math.abs((real?.y ?? 0) - (shape?.y ?? 0))).toBeLessThanOrEqual(4)
  expect(Math.abs((real?.height ?? 0) - (shape?.height ?? 0))).toBeLessThanOrEqual(2)
  await expectStill(later)
})

test('a fan who goes back before a match has loaded finds their scroll position, and the placeholder screen began at its top', async ({
  page,
}) => {
  // Before the worker, which fetches the code of every screen, or a finger near the link asks for it.
  await hold(page, CODE)
  await openHome(page)
  // A match that another journey adds may take the place of the last one.
  await expect(() => rows(page).last().scrollIntoViewIfNeeded()).toPass()
  const link = rows(page).nth(9).getByRole('link').first()
  await link.scrollIntoViewIfNeeded()
  const place = await scrolled(page)
  expect(place).toBeGreaterThan(400)
  await link.click()
  await expect(page.getByRole('status').filter({ hasText: 'Chargement…' })).toBeAttached()
  expect(await scrolled(page)).toBe(0)
  await page.goBack()
  await expect(link).toBeInViewport()
  expect(await scrolled(page)).toBe(place)
})
