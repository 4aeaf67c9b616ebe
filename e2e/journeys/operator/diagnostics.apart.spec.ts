import type { Locator, Page } from '@playwright/test'
import { expectNoViolation, expectToFit } from '../../support/axe.ts'
import { row } from '../../support/match.ts'
import { SMALL_PHONE } from '../../support/samples.ts'
import { enterAs } from '../../support/sign-in.ts'
import { expect, test, type World } from '../../support/world.ts'

// What is recalculated here is no other journey's.
test.use({ worldOf: 'operator' })

const tool = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

/** Opens the tab as the operator. */
async function open(page: Page, world: World): Promise<void> {
  await enterAs(page, world)
  await page.goto('/admin')
  await expect(tool(page, 'Recalculer un match')).toBeVisible()
}

/** A published match. */
async function published(world: World): Promise<number> {
  const { id } = await world.build({ minute: 80, rating: 7, competitionId: 78 })
  await world.finish(id, 61)
  return id
}

test('the tools are accessible and fit a small phone, empty and filled', async ({ page, world }) => {
  // A run is due, and its result known.
  await world.advance(1)
  await open(page, world)
  await expect(page.getByText('Il n’existe pas en ce moment.')).toBeVisible()
  await expectNoViolation(page, 'diagnostics')
  await tool(page, 'Qualifications de la Coupe du monde').getByRole('button').click()
  await expect(page.getByText(/joueurs? vérifiés?|le bon club/)).toBeVisible()
  await tool(page, 'Synchronisation manuelle').getByRole('button').click()
  await expect(tool(page, 'Synchronisation manuelle').getByRole('status')).toContainText(/mis à jour en .*\sms/)
  await expectNoViolation(page, 'diagnostics, filled')
  await expectToFit(page, SMALL_PHONE)
})

test('a changed coefficient marks a match; one button brings its points and its players’ season along', async ({
  page,
  world,
  browser,
}) => {
  // A competition of its own with one match, or else all of another's would be recalculated too.
  const [cup, name] = [9_301, 'Ousmane Rivage']
  const match = await world.build({ competitionId: cup, competition: 'Coupe du Lac', coefficient: 2, names: [name] })
  const [a = 0, b = 0, c = 0] = match.playerIds
  await world.vote(
    match.id,
    Array.from({ length: 10 }, () => [a, b, c]),
  )
  await world.finish(match.id, 61)
  const fan = await (await browser.newContext({ baseURL: world.url })).newPage()
  const fanSees = async (coefficient: string, points: string) => {
    await fan.goto(`/match/${match.id}`)
    await expect(fan.getByRole('button', { name: `Coefficient ${coefficient}` })).toBeVisible()
    await expect(row(fan, a)).toContainText('#1 du match')
    await expect(row(fan, a)).toContainText(points)
    await fan.goto(`/rankings?q=${encodeURIComponent(name)}`)
    await expect(fan.getByRole('list', { name: 'Classement de la saison' }).getByRole('listitem')).toContainText(points)
  }
  await fanSees('2,00', '200')

  await open(page, world)
  await page.request.post(`${world.url}/api/functions/admin-control?action=set_competition_cc`, {
    headers: { origin: world.url },
    data: { id: cup, coefficient: 4 },
  })
  await page.reload()
  const check = tool(page, 'Diagnostic d’un match')
  await check.getByLabel('Match à vérifier').fill(String(match.id))
  await check.getByRole('button', { name: 'Vérifier ce match' }).click()
  await expect(check.getByText(/à recalculer/)).toBeVisible()
  await expect(check.getByText(/points incohérents, recalcul nécessaire/)).toBeVisible()
  await expectNoViolation(page, 'a match that is off')
  const marked = tool(page, 'Matchs à recalculer')
  await marked.getByRole('button', { name: 'Recalculer 1\u00a0match' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Recalculer 1\u00a0match' }).click()
  await expect(marked.getByText('Terminé', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(marked.getByText('Aucun match n’attend')).toBeVisible()
  await check.getByRole('button', { name: 'Vérifier ce match' }).click()
  await expect(check.getByText('400 pour le premier, au coefficient 4,00.')).toBeVisible()
  await expect(check.getByText(/à recalculer/)).toHaveCount(0)
  await fanSees('4,00', '400')
  await fan.context().close()
})

test('all matches are recalculated while the page is closed, joined by a second start, and stopped', async ({
  page,
  world,
}) => {
  for (let index = 0; index < 3; index += 1) await published(world)
  await open(page, world)
  const all = tool(page, 'Tout recalculer')
  await all.getByRole('button', { name: /^Recalculer/ }).click()
  await expect(page.getByRole('dialog')).toContainText('10 à 20')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Recalculer/ })
    .click()
  await expect(all.getByText('En cours', { exact: true })).toBeVisible()
  await expect(all.getByText('Temps restant estimé')).toBeVisible()
  await expectNoViolation(page, 'a recalculation under way')
  await page.goto('/')
  await page.goto('/admin')
  await expect(all.getByRole('progressbar')).toBeVisible()
  const again = await page.request.post(`${world.url}/api/functions/recalculate-matches`, {
    headers: { origin: world.url },
    data: { scope: 'all' },
  })
  expect((await again.json()).joined).toBe(true)
  await all.getByRole('button', { name: 'Arrêter' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Arrêter' }).click()
  await expect(all.getByText('Arrêté', { exact: true })).toBeVisible({ timeout: 240_000 })
})
