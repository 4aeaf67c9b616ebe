import { readFileSync } from 'node:fs'
import { REPORTING_PAGE } from '@tribune/protocol/read-limits.ts'
import { expectNoViolation, expectToFit } from '../../support/axe.ts'
import { SMALL_PHONE } from '../../support/samples.ts'
import { enterAs } from '../../support/sign-in.ts'
import { expect, test } from '../../support/world.ts'

const TAB = '/admin?tab=reporting'

test('the operator reads six figures, and counts them again', async ({ page, world }) => {
  await enterAs(page, world)
  await page.goto(TAB)
  for (const label of [
    'Utilisateurs inscrits',
    'Votes au total',
    'Votants actifs',
    'Matchs terminés',
    'Joueurs avec des points',
    'Votes par votant',
  ]) {
    await expect(page.getByRole('term').filter({ hasText: label })).toBeVisible()
  }
  const votes = page.getByRole('term').filter({ hasText: 'Votes au total' }).locator('..').getByRole('definition')
  const figure = async () => Number(((await votes.textContent()) ?? '').replaceAll(/\D/g, ''))
  await expect(page.getByText(/Chiffres comptés (?:à l’instant|il y a \d+\sminutes?)/)).toBeVisible()
  const button = page.getByRole('button', { name: 'Actualiser' })
  await button.click()
  await expect(page.getByText('Statistiques actualisées.')).toBeVisible()
  const before = await figure()
  const match = await world.build()
  await world.vote(match.id, [match.playerIds.slice(0, 3), match.playerIds.slice(1, 4), match.playerIds.slice(0, 2)])
  await page.reload()
  expect(await figure()).toBe(before)
  await button.click()
  await expect.poll(figure).toBe(before + 2)
  await expect(page.getByRole('img', { name: /^Votes par heure, sur 48 heures : .+ au total, maximum/ })).toBeVisible()
  await page.getByText('Voir les chiffres').first().click()
  await expect(page.getByRole('region', { name: 'Votes par heure, sur 48 heures' }).getByRole('row')).toHaveCount(49)
  await expectNoViolation(page, 'the reporting tab')
})

test('finished matches are paged, filtered and downloaded', async ({ page, world }) => {
  const competition = 'Championnat des Pages'
  for (let index = 0; index <= REPORTING_PAGE; index += 1) {
    await world.build({
      status: 'finished',
      finishedAgo: 60 * 24 * 20,
      kickoffIn: -60 * 24 * 20 - 120 - index,
      competitionId: 987,
      competition,
      home: index === 0 ? '=Union Sportive de la Très Grande Vallée des Trois Rivières' : `Rive ${index}`,
      score: [index, 0],
      players: 0,
    })
  }
  await enterAs(page, world)
  await page.goto(TAB)
  const table = page.getByRole('region', { name: 'Tableau des matchs terminés' })
  await expect(table.getByRole('row')).toHaveCount(REPORTING_PAGE + 1)
  await expect(page.getByText(/^Page 1 \/ \d+$/)).toBeVisible()
  await page.getByRole('tabpanel').getByLabel('Compétition').selectOption(competition)
  await expect(page.getByText('Page 1 / 2', { exact: true })).toBeVisible()
  await expect(table.getByRole('row')).toHaveCount(REPORTING_PAGE + 1)
  await expect(table.getByText('Insuffisant').first()).toBeVisible()
  await expect(table.getByText('Inconnue').first()).toBeVisible()
  await page.getByRole('button', { name: 'Suivant' }).click()
  await expect(page.getByText('Page 2 / 2', { exact: true })).toBeVisible()
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(table).toContainText(`${REPORTING_PAGE} – 0`)
  await page.getByRole('button', { name: 'Page 1', exact: true }).click()
  await expect(table.getByRole('row')).toHaveCount(REPORTING_PAGE + 1)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Télécharger le tableau (CSV)' }).click()
  const file = readFileSync(await (await downloading).path(), 'utf8')
  expect(file.startsWith('\ufeffMatch;Date (Paris);')).toBe(true)
  expect(file.trimEnd().split('\r\n')).toHaveLength(REPORTING_PAGE + 2)
  expect(file).toContain(`;${competition};'=Union Sportive`)

  await expectNoViolation(page, 'the reporting table')
  await expectToFit(page, SMALL_PHONE)
})

test('a competition without a finished match says so', async ({ page, world }) => {
  await world.build({
    status: 'upcoming',
    kickoffIn: 300,
    competitionId: 988,
    competition: 'Coupe à Venir',
    players: 0,
  })
  await enterAs(page, world)
  await page.goto(TAB)
  await page.getByRole('tabpanel').getByLabel('Compétition').selectOption('Coupe à Venir')
  await expect(page.getByText('Aucun match trouvé pour cette compétition.')).toBeVisible()
  await page.getByRole('tabpanel').getByLabel('Compétition').selectOption('Toutes les compétitions')
  await expect(page.getByText(/^Page 1 \/ \d+$/)).toBeVisible()
})

test('statistics that cannot be loaded say why, and are asked for again', async ({ page, world }) => {
  await enterAs(page, world)
  const failing = (route: import('@playwright/test').Route) =>
    route.fulfill({
      status: 500,
      json: { error: { code: 'internal', message: 'Une erreur est survenue.', id: 'une-reference' } },
    })
  await page.context().route('**/api/rpc/get_reporting_statistics*', failing)
  await page.goto(TAB)
  await expect(page.getByText('Erreur lors du chargement des statistiques : Une erreur est survenue.')).toBeVisible({
    timeout: 20_000,
  })
  await expectNoViolation(page, 'the failure')
  await page.context().unroute('**/api/rpc/get_reporting_statistics*', failing)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.getByRole('term').filter({ hasText: 'Votes au total' })).toBeVisible()
})
