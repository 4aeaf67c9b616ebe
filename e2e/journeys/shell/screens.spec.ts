import { readdir } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { openLiveMatch } from '../../support/api.ts'
import { hold, scrolled } from '../../support/home.ts'
import { eachOf, expect, test } from '../../support/world.ts'

test('the built app sends requests only to our own server', async ({ page, world }) => {
  const strangers: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(world.url) && !request.url().startsWith('data:')) strangers.push(request.url())
  })
  const open = await openLiveMatch(world)
  await eachOf(['/', `/match/${open.match.match_id}`, '/rankings'], async (path) => {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await expect(page.locator('main').first()).toBeVisible()
  })
  expect(strangers).toEqual([])
})

test('each part of the built app, the operator’s too, loads and starts by itself', async ({ page }) => {
  const parts = (await readdir(new URL('../../../web/dist/assets/', import.meta.url))).filter(
    (name) => name.endsWith('.js') && !name.startsWith('work-worker-'),
  )
  expect(parts.length).toBeGreaterThan(50)
  await page.goto('/points')
  const failures = await page.evaluate(async (names) => {
    const loaded = names.map((name) =>
      import(`/assets/${name}`).then(
        () => [],
        (error) => [`${name}: ${error}`],
      ),
    )
    return (await Promise.all(loaded)).flat()
  }, parts)
  expect(failures).toEqual([])
})

const back = (page: Page) => page.getByRole('button', { name: 'Retour' })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

test('a screen that crashes shows an error inside the shell, and other screens still open', async ({
  page,
  complaints,
}) => {
  complaints.allow(/^TypeError: Cannot destructure property 'id' of 'object null'/)
  await page.context().route('**/api/available_competitions**', (route) => route.fulfill({ json: { items: [null] } }))
  await page.goto('/points')
  await expect(page.getByRole('alert')).toContainText('Le jeu est arrêté')
  await expect(page).toHaveTitle('Le jeu est arrêté · Tribune')
  await page.getByRole('link', { name: 'Classements' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Classement')
  await page.goBack()
  await page.context().unrouteAll()
  await page.getByRole('button', { name: 'Recharger la page' }).click()
  await expect(heading(page, 'Tu votes')).toBeVisible()
})

test('back returns to the previous screen and its scroll position, even after a reload and if its data arrive late', async ({
  page,
}) => {
  await page.goto('/rankings')
  const player = page.getByRole('main').getByRole('listitem').nth(12).getByRole('link')
  await player.scrollIntoViewIfNeeded()
  const before = await scrolled(page)
  expect(before).toBeGreaterThan(0)
  await player.click()
  await expect(page).toHaveURL(/\/player\//)
  await page.reload()
  const release = await hold(page, '**/api/rpc/get_season_ranking_corrected**')
  await back(page).click()
  await expect(page).toHaveURL('/rankings')
  await expect(page.getByRole('status').filter({ hasText: 'Chargement…' })).toBeAttached()
  release()
  await expect(player).toBeInViewport()
  expect(await scrolled(page)).toBe(before)
})
