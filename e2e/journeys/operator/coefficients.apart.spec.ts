import type { Page } from '@playwright/test'
import { expectNoViolation, expectToFit } from '../../support/axe.ts'
import { DESKTOP, SMALL_PHONE } from '../../support/samples.ts'
import { enterAs } from '../../support/sign-in.ts'
import { expect, test, type World } from '../../support/world.ts'

test.use({ worldOf: 'coefficients' })

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const row = (page: Page, name: string) => section(page, 'Compétitions').getByRole('listitem').filter({ hasText: name })

const fieldOf = (page: Page) => page.getByRole('textbox', { name: 'Coefficient de Ligue Étoilée' })

async function openTab(page: Page, world: World): Promise<void> {
  await enterAs(page, world)
  await page.goto('/admin?tab=coefficients')
  await expect(page.getByRole('heading', { name: 'Compétitions', exact: true })).toBeVisible()
}

test.beforeAll(async ({ world }) => {
  const LEAGUE = { competition: 'Ligue Étoilée', competitionId: 9_101, country: 'France', coefficient: 2 }
  await world.build({ ...LEAGUE, home: 'Étincelle Club', away: 'Racing Brume' })
  await world.build({ ...LEAGUE, home: 'Avant-garde', away: 'Sporting Écume' })
})

test('a competition is found without accents, weighed in hundredths, and says what it touches before it is saved', async ({
  page,
  world,
}) => {
  await openTab(page, world)
  await page.getByLabel('Rechercher une compétition ou un pays').fill('ligue etoilee')
  await expect(section(page, 'Compétitions').getByText(/^1\scompétition sur/)).toBeVisible()
  const field = fieldOf(page)
  await field.fill('2,345')
  await expect(row(page, 'Ligue Étoilée').getByText('2\u00a0décimales au plus.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enregistrer le coefficient de Ligue Étoilée' })).toBeDisabled()
  await expectNoViolation(page, 'a bad coefficient')
  await field.fill('2,3')
  await field.press('ArrowUp')
  await expect(row(page, 'Ligue Étoilée').getByText('2,00 → 2,31')).toBeVisible()
  await expect(
    row(page, 'Ligue Étoilée').getByText(/^2,00 → 2,31 2\smatchs à changer, aucun n’est publié\.$/),
  ).toBeVisible()
  await expectToFit(page, SMALL_PHONE)
  await page.getByRole('button', { name: 'Enregistrer le coefficient de Ligue Étoilée' }).click()
  await expect(page.getByText(/Ligue Étoilée\s: 2,31\. 2\smatchs mis à jour\./)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enregistrer le coefficient de Ligue Étoilée' })).toHaveCount(0)
  await page.reload()
  await expect(fieldOf(page)).toHaveValue('2,31')
  await page.getByLabel('Rechercher une compétition ou un pays').fill('zzz')
  await expect(page.getByText('Aucune compétition trouvée pour « zzz ».')).toBeVisible()
})

test('a competition is hidden from fans and shown again', async ({ page, world }) => {
  await openTab(page, world)
  const shown = page.getByRole('switch', { name: 'Ligue Étoilée : affichée' })
  await expect(shown).toBeChecked()
  await shown.click()
  await expect(shown).not.toBeChecked()
  await shown.click()
  await expect(shown).toBeChecked()
})

test('a refusal is said, and what was written stays', async ({ page, world }) => {
  await openTab(page, world)
  await page.context().route('**/api/rpc/set_competition_cc', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: JSON.stringify({ error: { code: 'propagation_matches', message: 'Les matchs n’ont rien reçu.', id: 'x' } }),
    }),
  )
  await fieldOf(page).fill('5')
  await page.getByRole('button', { name: 'Enregistrer le coefficient de Ligue Étoilée' }).click()
  await expect(page.getByText('Les matchs n’ont rien reçu.')).toBeVisible()
  await expect(fieldOf(page)).toHaveValue('5')
})

test('phases are saved together, only those that changed', async ({ page, world }) => {
  await openTab(page, world)
  const tool = section(page, 'Coefficients des matchs')
  await expect(tool.getByText('Rien à enregistrer.')).toBeVisible()
  await tool.getByLabel('Finale', { exact: true }).fill('0')
  await expect(tool.getByText('Pas moins de 0,01.')).toBeVisible()
  await expect(tool.getByRole('button', { name: 'Enregistrer' })).toBeDisabled()
  await tool.getByLabel('Finale', { exact: true }).fill('1,5')
  await tool.getByLabel('Multiplicateur des derbys').fill('1,2')
  const saved = page.waitForRequest('**/api/rpc/set_cm_table')
  await tool.getByRole('button', { name: 'Enregistrer les 2 changements' }).click()
  expect((await saved).postDataJSON()).toEqual({
    table: [
      { phase: 'final', coefficient: 1.5 },
      { phase: 'derby_multiplier', coefficient: 1.2 },
    ],
  })
  await expect(tool.getByText('Rien à enregistrer.')).toBeVisible()
  await page.reload()
  await expect(tool.getByLabel('Multiplicateur des derbys')).toHaveValue('1,20')
})

test('two clubs are marked as a derby, and their match bears the multiplier', async ({ page, world }) => {
  await enterAs(page, world)
  const weighed = await page.request.post(`${world.url}/api/rpc/set_cm_table`, {
    headers: { origin: world.url },
    data: { table: [{ phase: 'derby_multiplier', coefficient: 1.2 }] },
  })
  expect(weighed.status()).toBe(200)
  const coefficientOfMatch = async () => {
    const { items } = await (await page.request.get(`${world.url}/api/rpc/get_home_matches`)).json()
    return items.find(({ home_team }: { home_team: string }) => home_team === 'Étincelle Club').competition_coefficient
  }
  const plain = await coefficientOfMatch()
  await openTab(page, world)
  const tool = section(page, 'Derbys')
  await expect(tool.getByText('Aucun derby n’est marqué.')).toBeVisible()
  await expect(tool.getByRole('button', { name: 'Marquer ce derby' })).toBeDisabled()
  await tool.getByLabel('Premier club').fill('zzzz')
  await expect(tool.getByText('Aucun club trouvé pour « zzzz ».')).toBeVisible()
  await tool.getByLabel('Premier club').fill('etincelle')
  await tool.getByRole('button', { name: /Étincelle Club/ }).click()
  await tool.getByLabel('Second club').fill('ETINCELLE')
  await tool.getByRole('list', { name: 'Clubs trouvés : Second club' }).getByRole('button').click()
  await expect(tool.getByText('Choisis deux clubs différents.')).toBeVisible()
  await tool.getByRole('button', { name: 'Changer le club Étincelle Club' }).last().click()
  await tool.getByLabel('Second club').fill('brume')
  await expect(tool.getByRole('list', { name: 'Clubs trouvés : Second club' })).toBeVisible()
  await expectNoViolation(page, 'clubs to choose from')
  await tool.getByRole('button', { name: /Racing Brume/ }).click()
  await expect(tool.getByText(/^1\smatch entre eux à marquer, dont 0\spublié\.$/)).toBeVisible()
  await tool.getByRole('button', { name: 'Marquer ce derby' }).click()
  await expect(page.getByText(/^Derby marqué\s: 1\smatch\.$/)).toBeVisible()
  await expect(tool.getByText('Étincelle Club – Racing Brume')).toBeVisible()
  expect(await coefficientOfMatch()).toBe(Math.round(plain * 120) / 100)
  await tool.getByRole('button', { name: 'Retirer' }).click()
  await expect(page.getByRole('dialog').getByText('Retirer le derby Étincelle Club – Racing Brume ?')).toBeVisible()
  await expectNoViolation(page, 'the question before a derby is removed')
  await page.getByRole('dialog').getByRole('button', { name: 'Retirer' }).click()
  await expect(tool.getByText('Aucun derby n’est marqué.')).toBeVisible()
})

test('the ranking of countries proposes, with its source and its day, and is applied at once', async ({
  page,
  world,
}) => {
  await openTab(page, world)
  const tool = section(page, 'Classement des pays')
  await expect(tool.getByText(/^Source\s: UEFA, au 3 juillet 2026\. 55\spays classés\.$/)).toBeVisible()
  await expect(tool.getByRole('row')).toHaveCount(31)
  await tool.getByLabel('Minimum').fill('5')
  await expect(tool.getByText('Le maximum ne peut pas être sous le minimum.')).toBeVisible()
  await tool.getByLabel('Minimum').fill('1')
  await tool.getByLabel('Maximum').fill('3')
  await expect(tool.getByRole('row', { name: /France/ })).toContainText('2,38')
  await tool.getByRole('button', { name: 'Tout décocher' }).click()
  await expect(tool.getByText('Aucune compétition à changer.')).toBeVisible()
  await tool.getByRole('checkbox', { name: /Ligue Étoilée/ }).check()
  await expect(tool.getByText(/^1\scompétition à changer\. 2\smatchs à changer, aucun n’est publié\.$/)).toBeVisible()
  await expectNoViolation(page, 'the proposal')
  await tool.getByRole('button', { name: 'Appliquer la proposition' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Appliquer la proposition' }).click()
  await expect(page.getByText(/^1\scompétition changée\. 2\smatchs mis à jour\.$/)).toBeVisible()
  await expect(fieldOf(page)).toHaveValue('2,38')
  await expectToFit(page, SMALL_PHONE)
  await page.goto('/admin/journal')
  await expect(page.getByRole('listitem').filter({ hasText: 'Coefficient repris du classement des pays' })).toHaveCount(
    1,
  )
})

test('a ranking that cannot be read is asked for three times, then said', async ({ page, world }) => {
  let asked = 0
  await page.context().route('**/api/functions/uefa-country-ranking*', (route) => {
    asked += 1
    return route.fulfill({ status: 503, contentType: 'application/json', body: '{}' })
  })
  await openTab(page, world)
  await expect(
    section(page, 'Classement des pays').getByText(/Le classement des pays n’a pas pu être lu/),
  ).toBeVisible()
  expect(asked).toBe(3)
  await page.context().unroute('**/api/functions/uefa-country-ranking*')
  await section(page, 'Classement des pays').getByRole('button', { name: 'Réessayer' }).click()
  await expect(section(page, 'Classement des pays').getByText(/^Source\s:/)).toBeVisible()
})

test('the tab waits, and says when it cannot be read', async ({ page, world }) => {
  await enterAs(page, world)
  await page
    .context()
    .route('**/api/operator_competitions', (route) =>
      route.fulfill({ status: 400, contentType: 'application/json', body: '{}' }),
    )
  await page.goto('/admin?tab=coefficients')
  await expect(page.getByText(/Les coefficients n’ont pas pu être lus/)).toBeVisible()
  await page.context().unroute('**/api/operator_competitions')
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.getByRole('heading', { name: 'Compétitions', exact: true })).toBeVisible()
})

test.describe('on a desktop', () => {
  test.use({ viewport: DESKTOP, isMobile: false, hasTouch: false })

  test('the tab has no accessibility violation, and nothing beside its page', async ({ page, world }) => {
    await openTab(page, world)
    await expect(section(page, 'Classement des pays').getByRole('row')).toHaveCount(31)
    await fieldOf(page).fill('9,99')
    await expect(page.getByText(/→ 9,99/)).toBeVisible()
    await expectNoViolation(page, 'the tab on a desktop')
    await expectToFit(page)
  })
})
