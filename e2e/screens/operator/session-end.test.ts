import { beforeAll, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DESKTOP, SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { endElsewhere, expectCount, open, said } from '../support/screen.ts'
import { allow } from '../support/wire.ts'
import { enterAsOperator, world } from '../support/world.ts'

const TAB = '/admin?tab=coefficients'
/** Its name puts it into the first forty rows, which are shown. */
const LEAGUE = { competition: 'Alliance de la Session', competitionId: 9_108, country: 'France', coefficient: 2 }
const field = page.getByRole('textbox', { name: `Coefficient de ${LEAGUE.competition}` })
const save = page.getByRole('button', { name: `Enregistrer le coefficient de ${LEAGUE.competition}` })
const search = page.getByLabelText('Premier club')
const dialog = page.getByRole('dialog')
const traces = () => Object.keys(sessionStorage).filter((key) => key.startsWith('operator-'))

beforeAll(async () => {
  await world.build({ ...LEAGUE, home: 'Session Une', away: 'Session Deux' })
})

/** Opens the coefficients, types one and a search, and ends the session as another device would. */
async function typeAndEnd(): Promise<void> {
  await enterAsOperator()
  await open(TAB)
  await field.fill('2,70')
  await search.fill('Session')
  // The search is sent a moment after the last key. If it were sent after the end, its refusal could come before the click.
  await expect.element(page.getByRole('button', { name: /^Session Une/ })).toBeInTheDocument()
  await endElsewhere()
}

async function signInAgain(): Promise<void> {
  await page.getByRole('button', { name: 'Se reconnecter' }).click()
  await dialog.getByRole('button', { name: 'Avec un mot de passe' }).click()
  await dialog.getByLabelText('Adresse e-mail').fill(world.admin.email)
  await dialog.getByLabelText('Mot de passe', { exact: true }).fill(world.admin.password)
  await dialog.getByRole('button', { name: 'Se connecter' }).click()
}

test('a session that ends under an act says so, and all that was typed is there after a new sign-in, until the sign-out', async () => {
  allow(/^401 /)
  await typeAndEnd()
  await save.click()
  await expect.element(said('Ta session est terminée')).toBeVisible()
  await expectCount(said('Accès refusé'), 0)
  await expect.element(field).not.toBeInTheDocument()
  await expectNoViolation('the end of a session')
  await expectToFit(SMALL_PHONE)
  await expectToFit(DESKTOP)
  await signInAgain()
  await expect.element(field).toHaveValue('2,70')
  // The search is no draft: it survives in memory alone.
  await expect.element(search).toHaveValue('Session')
  await save.click()
  await expect.element(page.getByText(/Session\s: 2,70\./)).toBeVisible()

  await field.fill('2,80')
  expect(traces()).not.toEqual([])
  await open('/profile')
  await page.getByRole('button', { name: 'Se déconnecter' }).click()
  await expect.element(page.getByRole('button', { name: 'Recevoir mon code' })).toBeVisible()
  expect(traces()).toEqual([])
  await open(TAB)
  await expect.element(said('Accès refusé')).toBeVisible()
})

test('a reload after the end of a session says so too, and what was typed comes back', async () => {
  await typeAndEnd()
  await open(TAB)
  await expect.element(said('Ta session est terminée')).toBeVisible()
  await signInAgain()
  await expect.element(field).toHaveValue('2,70')
})
