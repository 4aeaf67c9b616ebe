import { expectNoViolation, expectToFit } from '../../support/axe.ts'
import { SMALL_PHONE } from '../../support/samples.ts'
import { enterAs } from '../../support/sign-in.ts'
import { expect, test } from '../../support/world.ts'

const TABS = ['Diagnostics', 'Brand Book', 'Coefficients', 'Reporting']

test('the operator finds four tabs, whose names are in the address', async ({ page, world }) => {
  await enterAs(page, world)
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Administration' }).click()
  await expect(page.getByText(`Connecté : ${world.admin.email}`)).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText(TABS)
  await page.getByRole('tab', { name: 'Coefficients' }).click()
  await expect(page).toHaveURL(`${world.url}/admin?tab=coefficients`)
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Coefficients' })).toHaveAttribute('aria-selected', 'true')
  await page.goto('/admin?tab=reporting')
  // The row is wider than a phone.
  await expect(page.getByRole('tab', { name: 'Reporting' })).toBeInViewport({ ratio: 1 })
  await page.goto('/admin?tab=nothing')
  await expect(page.getByRole('tab', { name: 'Diagnostics' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: 'Retour' }).click()
})

test('the last tool is one tap away, on a phone', async ({ page, world }) => {
  await enterAs(page, world)
  await page.goto('/admin')
  const last = page.getByRole('heading', { name: 'Matchs exclus' })
  await expect(last).toBeVisible()
  await expect(last).not.toBeInViewport()
  await page.getByRole('navigation').getByRole('link', { name: 'Matchs exclus' }).click()
  await expect(last).toBeInViewport()
  // What the operator works on most stands before the tabs.
  for (const name of ['Supporters', 'Bulletins suspects', 'Journal de l’opérateur']) {
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(1)
  }
})

test('an act is in the journal, with what was before and after', async ({ page, world }) => {
  await enterAs(page, world)
  const set = (coefficient: number) =>
    page.request.post(`${world.url}/api/functions/admin-control?action=set_competition_cc`, {
      headers: { origin: world.url },
      data: { id: 78, coefficient },
    })
  const { items } = await (await page.request.get(`${world.url}/api/available_competitions`)).json()
  const before = items.find(({ id }: { id: number }) => id === 78).coefficient
  expect((await set(3.31)).status()).toBe(200)
  expect((await set(before)).status()).toBe(200)
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Journal de l’opérateur' }).click()
  await page.getByLabel('Geste').selectOption('Coefficient d’une compétition')
  await page.getByLabel('Sur quoi').fill('competition:78')
  await expect(page.getByRole('listitem').filter({ hasText: 'competition:78' })).toHaveCount(2)
  await expect(page.getByText('3,31 → ')).toBeVisible()
  await expectNoViolation(page, 'the journal')
  await expectToFit(page, SMALL_PHONE)
  await page.getByLabel('Sur quoi').fill('personne')
  await expect(page.getByText('Aucun geste ne correspond.')).toBeVisible()
})

test('no fan loads any of it', async ({ page, complaints }) => {
  complaints.allow(/^404 \/nulle-part-ailleurs$/)
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  for (const path of ['/', '/rankings', '/profile', '/nulle-part-ailleurs']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
  }
  expect(scripts.filter((url) => /open-area|admin|operator|journal/.test(url))).toEqual([])
})
