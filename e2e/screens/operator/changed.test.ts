import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DESKTOP, SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { open } from '../support/screen.ts'
import { allow, requests } from '../support/wire.ts'
import { enterAsOperator, send, world } from '../support/world.ts'

const TAB = '/admin?tab=coefficients'
const LEAGUE = { competition: 'Alliance des Deux Fenêtres', competitionId: 9_807, country: 'France', coefficient: 2 }
const field = page.getByRole('textbox', { name: `Coefficient de ${LEAGUE.competition}` })
const save = page.getByRole('button', { name: `Enregistrer le coefficient de ${LEAGUE.competition}` })
const league = page.getByRole('listitem').filter({ hasText: LEAGUE.competition })
const dialog = page.getByRole('dialog', { name: 'Cela a changé entre-temps' })

const elsewhere = (coefficient: number) =>
  send('POST', '/api/rpc/set_competition_cc', { id: LEAGUE.competitionId, coefficient })

/** Opens the coefficients, and finds the league among those of other tests. */
async function openTab(): Promise<void> {
  await open(TAB)
  await find()
}
const find = () => page.getByLabelText('Rechercher une compétition ou un pays').fill(LEAGUE.competition)

beforeAll(async () => {
  await world.build({ ...LEAGUE, home: 'Fenêtre Une', away: 'Fenêtre Deux' })
})

beforeEach(async () => {
  await enterAsOperator()
  await elsewhere(2.5)
})

test('a value that was changed in another window is shown, and what was typed stays until the operator decides again', async () => {
  allow(/^412 \/api\/rpc\/set_competition_cc/)
  await openTab()
  await field.fill('2,70')
  await elsewhere(2.9)
  await save.click()
  await expect.element(dialog.getByText('2,50 → 2,90')).toBeVisible()
  await expect.element(dialog.getByText(/^Modifié le .+ par l’administration/)).toBeVisible()
  await expectNoViolation('what has changed')
  await expectToFit(SMALL_PHONE)
  await expectToFit(DESKTOP)
  await dialog.getByRole('button', { name: 'Relire' }).click()
  await expect.element(field).toHaveValue('2,70')
  await expect.element(league.getByText('2,90 → 2,70', { exact: false }).first()).toBeVisible()
  await save.click()
  await expect.element(page.getByText(/Deux Fenêtres\s: 2,70\./)).toBeVisible()
  const [first, second] = requests(/^\/api\/rpc\/set_competition_cc/, 'POST')
  expect([first?.outcome, second?.outcome]).toEqual([412, 200])
})

test('a value that was read again while another is typed is still compared with the one that was seen', async () => {
  allow(/^412 \/api\/rpc\/set_competition_cc/)
  await openTab()
  await field.fill('2,70')
  await elsewhere(2.9)
  await page.getByRole('switch', { name: new RegExp(LEAGUE.competition) }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Masquer' }).click()
  await page.getByRole('switch', { name: new RegExp(LEAGUE.competition) }).click()
  await save.click()
  await expect.element(dialog.getByText('2,50 → 2,90')).toBeVisible()
})

test('what was typed survives a change of tab and a reload', async () => {
  await openTab()
  await field.fill('2,70')
  await page.getByRole('tab', { name: 'Diagnostics' }).click()
  await page.getByRole('tab', { name: 'Coefficients' }).click()
  await find()
  await expect.element(field).toHaveValue('2,70')
  await openTab()
  await expect.element(field).toHaveValue('2,70')
  await page.getByRole('button', { name: new RegExp(`Annuler.+${LEAGUE.competition}`) }).click()
  await openTab()
  await expect.element(field).toHaveValue('2,50')
})
