import { beforeAll, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DESKTOP, SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { endElsewhere, expectCount, open, textWith } from '../support/screen.ts'
import { allow, hold } from '../support/wire.ts'
import { enterAsOperator, send, signIn, world } from '../support/world.ts'

const tab = (name: string) => page.getByRole('tab', { name })

test('a visitor is refused with the reason, and led home', async () => {
  await open('/admin')
  await expect.element(page.getByText('Accès refusé', { exact: false })).toBeVisible()
  await expect.element(page.getByText('Cette page est réservée à l’administrateur.', { exact: false })).toBeVisible()
  await expectCount(page.getByRole('tab'), 0)
  await expectNoViolation('the refusal')
  await page.getByRole('link', { name: 'Retour à l’accueil' }).click()
  await expect.element(page.getByText('Voter en direct', { exact: false }).first()).toBeVisible()
})

test.each(['/admin', '/admin?tab=reporting', '/admin/journal'])('%s is refused to a fan', async (path) => {
  await signIn()
  await open(path)
  await expect.element(page.getByText('Accès refusé', { exact: false })).toBeVisible()
})

test('access is checked before anything is shown', async () => {
  await enterAsOperator()
  const release = hold(/^\/api\/me$/)
  await open('/admin')
  await expect.element(page.getByText('Vérification de l’accès…', { exact: false })).toBeVisible()
  await expectCount(page.getByRole('tab'), 0)
  release()
  const names = () =>
    page
      .getByRole('tab')
      .elements()
      .map(({ textContent }) => textContent.trim())
  await expect.poll(names).toEqual(['Aujourd’hui', 'Diagnostics', 'Brand Book', 'Coefficients', 'Reporting'])
})

test('the tab of the address is open and in view, and the first one for a name that no tab has', async () => {
  await enterAsOperator()
  await open('/admin?tab=reporting')
  // The row is wider than a phone.
  await expect.element(tab('Reporting')).toBeInViewport({ ratio: 1 })
  await open('/admin?tab=nothing')
  await expect.element(tab('Aujourd’hui')).toHaveAttribute('aria-selected', 'true')
})

test('the last tool is one tap away, on a phone', async () => {
  await enterAsOperator()
  await open('/admin?tab=diagnostics')
  const last = page.getByRole('heading', { name: 'Matchs exclus' })
  await expect.element(last).toBeVisible()
  await expect.element(last).not.toBeInViewport()
  await page.getByRole('navigation').getByRole('link', { name: 'Matchs exclus' }).click()
  await expect.element(last).toBeInViewport()
  // The links to the pages that the operator uses most come before the tabs.
  for (const name of ['Supporters', 'Bulletins suspects', 'Journal de l’opérateur']) {
    await expectCount(page.getByRole('link', { name }), 1)
  }
})

test('an act is in the journal, with what was before and after', async () => {
  const cup = { competitionId: 9_401, competition: 'Coupe du Journal', coefficient: 2 }
  await world.build(cup)
  await enterAsOperator()
  for (const coefficient of [3.31, cup.coefficient]) {
    const change = { id: cup.competitionId, coefficient }
    const answer = await send('POST', '/api/functions/admin-control?action=set_competition_cc', change)
    expect(answer).toMatchObject({ status: 200 })
  }
  await open('/admin')
  await page.getByRole('link', { name: 'Journal de l’opérateur' }).click()
  await page.getByLabelText('Geste').selectOptions('Coefficient d’une compétition')
  const subject = page.getByLabelText('Sur quoi')
  await subject.fill(`competition:${cup.competitionId}`)
  await expectCount(page.getByRole('listitem').filter({ hasText: `competition:${cup.competitionId}` }), 2)
  await expect.element(textWith('3,31 → ')).toBeVisible()
  await expectNoViolation('the journal')
  await expectToFit(SMALL_PHONE)
  await subject.fill('personne')
  await expect.element(textWith('Aucun geste ne correspond.')).toBeVisible()
})

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

test('a session that ends during an act shows a message, and the typed text is there after a new sign-in, until the sign-out', async () => {
  allow(/^401 /)
  await typeAndEnd()
  await save.click()
  await expect.element(textWith('Ta session est terminée')).toBeVisible()
  await expectCount(textWith('Accès refusé'), 0)
  await expect.element(field).not.toBeInTheDocument()
  await expectNoViolation('the end of a session')
  await expectToFit(SMALL_PHONE)
  await expectToFit(DESKTOP)
  await signInAgain()
  await expect.element(field).toHaveValue('2,70')
  // The search is not stored as a draft: it survives only in memory.
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
  await expect.element(textWith('Accès refusé')).toBeVisible()
})

test('a reload after the end of a session shows a message too, and the typed text comes back', async () => {
  await typeAndEnd()
  await open(TAB)
  await expect.element(textWith('Ta session est terminée')).toBeVisible()
  await signInAgain()
  await expect.element(field).toHaveValue('2,70')
})
