import type { Page } from '@playwright/test'
import { signIn } from '../../support/api.ts'
import { scrolled } from '../../support/home.ts'
import { expect, test, type World } from '../../support/world.ts'

const back = (page: Page) => page.getByRole('button', { name: 'Retour' })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

test('« Comment ça marche ? » opens at a chapter, and tells which phases weigh more now', async ({ page, world }) => {
  await test.step('it opens at the chapter that its address names, and follows its own links there', async () => {
    await page.goto('/points#coefficients')
    await expect(heading(page, 'Les coefficients')).toBeInViewport()
    await expect(heading(page, 'Tu votes')).not.toBeInViewport()
    await page.getByRole('navigation', { name: 'Sur cette page' }).getByRole('link', { name: 'Transparence' }).click()
    await expect(heading(page, 'En toute transparence')).toBeInViewport()
    await expect(page).toHaveURL('/points#transparence')
    await expect(page.getByRole('region', { name: 'En toute transparence' })).toBeFocused()
  })
  await test.step('which phases weigh more now', async () => {
    await expect(page.getByText('toutes les phases et les derbys valent 1,00')).toBeVisible()
    await weighDerbies(world, 1.2)
    await page.reload()
    await expect(page.getByText('Derby ×\u00a01,20')).toBeVisible()
    await weighDerbies(world, 1)
  })
})

async function weighDerbies(world: World, coefficient: number): Promise<void> {
  const answer = await fetch(`${world.url}/api/rpc/set_cm_table`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: await signIn(world, world.admin) },
    body: JSON.stringify({ table: [{ phase: 'derby_multiplier', coefficient }] }),
  })
  expect(answer.status).toBe(200)
}

test('the privacy policy is found at the foot, and its French text at an address of its own', async ({ page }) => {
  const title = page.getByRole('heading', { level: 1 })
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Confidentialité' })).toHaveAttribute('href', '/privacy')
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Confidentialité' }).click()
  await expect(page).toHaveURL('/privacy')
  await expect(title).toHaveText('Privacy policy')
  await page.getByRole('link', { name: 'Français' }).click()
  await expect(title).toHaveText('Confidentialité')
  await page.reload()
  await expect(page).toHaveURL('/privacy?lang=fr')
  await expect(title).toHaveText('Confidentialité')
})

/** An address that answers 404, whatever it is: the journey goes to no other. */
const ITSELF_GONE = /^404 \/(?!api\/|assets\/|media\/)/

test('an unknown address answers 404, with a page that says so', async ({ page, complaints }) => {
  complaints.allow(ITSELF_GONE)
  const strange = ['/%F0%9F%A6%8A', '/Points%00', `/${'a'.repeat(2000)}`, '/un.point']
  // The server's own answer: the worker has a page for every address, once it controls the page.
  for (const path of ['/nulle-part', '/player', '/match/1/2', ...strange])
    expect((await page.request.get(path)).status(), path).toBe(404)
  await page.goto('/nulle-part')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hors-jeu\u202f!')
})

test('a screen that fails says so inside the shell, and the next one is there', async ({ page, complaints }) => {
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

test('back leads to the screen before, on the scroll where it was left, also after a reload', async ({ page }) => {
  await page.goto('/rankings')
  const player = page.getByRole('main').getByRole('listitem').nth(12).getByRole('link')
  await player.scrollIntoViewIfNeeded()
  const before = await scrolled(page)
  expect(before).toBeGreaterThan(0)
  await player.click()
  await expect(page).toHaveURL(/\/player\//)
  await page.reload()
  await back(page).click()
  await expect(page).toHaveURL('/rankings')
  await expect(player).toBeInViewport()
})
