import { readFileSync } from 'node:fs'
import { REPORTING_PAGE } from '@tribune/protocol/read-limits.ts'
import { expectNoViolation, expectToFit } from '../../support/axe.ts'
import { SMALL_PHONE } from '../../support/samples.ts'
import { enterAs } from '../../support/sign-in.ts'
import { expect, test } from '../../support/world.ts'

const TAB = '/admin?tab=reporting'

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
