import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { open, textWith } from '../support/screen.ts'
import { allow } from '../support/wire.ts'
import { enterAsOperator, read, send, world } from '../support/world.ts'

const LEAGUE = { competition: 'Ligue du Retour', competitionId: 9_808, country: 'France', coefficient: 2 }
const JOURNAL = `/admin/journal?subject=competition:${LEAGUE.competitionId}`
const rows = page.getByRole('listitem').filter({ hasText: LEAGUE.competition })
const undo = rows.first().getByRole('button', { name: /^Annuler/ })
const dialog = page.getByRole('dialog', { name: 'Annuler ce geste\u202f?' })

const weigh = (coefficient: number) =>
  send('POST', '/api/rpc/set_competition_cc', { id: LEAGUE.competitionId, coefficient })
const weight = async () => {
  const { items } = await read<{ items: { id: number; coefficient: number }[] }>('/api/operator_competitions')
  return items.find(({ id }) => id === LEAGUE.competitionId)?.coefficient
}

beforeAll(async () => {
  await world.build({ ...LEAGUE, home: 'Aller Simple', away: 'Aller Retour' })
})

beforeEach(async () => {
  await enterAsOperator()
  await weigh(2.5)
  await weigh(2.9)
})

test('an act is undone by a new one, which can be undone too', async () => {
  await open(JOURNAL)
  await undo.click()
  await expect.element(dialog).toMatchTextContent(/Coefficient\s: 2,90 → 2,50\./)
  await expectNoViolation('an act to undo')
  await expectToFit(SMALL_PHONE)
  await dialog.getByRole('button', { name: 'Ne rien changer' }).click()
  expect(await weight()).toBe(2.9)
  await undo.click()
  await dialog.getByRole('button', { name: 'Rétablir' }).click()
  await expect.element(textWith('Le geste est annulé.')).toBeVisible()
  await expect.element(rows.first()).toMatchTextContent('2,90 → 2,50')
  expect(await weight()).toBe(2.5)
})

test('an act whose value has changed since is not undone, and the change is shown', async () => {
  allow(/^412 \/api\/rpc\/set_competition_cc/)
  await open(JOURNAL)
  await undo.click()
  await weigh(3.3)
  await dialog.getByRole('button', { name: 'Rétablir' }).click()
  const changed = page.getByRole('dialog', { name: 'Cela a changé entre-temps' })
  await expect.element(changed.getByText('2,90 → 3,30')).toBeVisible()
  expect(await weight()).toBe(3.3)
})
