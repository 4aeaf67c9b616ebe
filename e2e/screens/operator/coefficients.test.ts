import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { DESKTOP, SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectCount, open, press, textWith } from '../support/screen.ts'
import { endAtTap, refuse, requests } from '../support/wire.ts'
import { enterAsOperator, read, send, world } from '../support/world.ts'

const TAB = '/admin?tab=coefficients'
const LEAGUE = { competition: 'Ligue Étoilée', competitionId: 9_101, country: 'France', coefficient: 2 }

const section = (name: string) => page.getByRole('region', { name })
const league = section('Compétitions').getByRole('listitem').filter({ hasText: LEAGUE.competition })
const field = page.getByRole('textbox', { name: 'Coefficient de Ligue Étoilée' })
const save = page.getByRole('button', { name: 'Enregistrer le coefficient de Ligue Étoilée' })
const search = page.getByLabelText('Rechercher une compétition ou un pays')
const ranking = section('Classement des pays')

async function openTab(): Promise<void> {
  await open(TAB)
  await expect.element(page.getByRole('heading', { name: 'Compétitions' })).toBeVisible()
}

/** Finds the league, which may come after the rows that are shown first: other tests add competitions to the world. */
const find = () => search.fill('ligue etoilee')

beforeAll(async () => {
  await world.build({ ...LEAGUE, home: 'Étincelle Club', away: 'Racing Brume' })
  await world.build({ ...LEAGUE, home: 'Avant-garde', away: 'Sporting Écume' })
})

beforeEach(enterAsOperator)

test('a competition is found without accents, weighed in hundredths, and says what it touches before it is saved', async () => {
  await openTab()
  await find()
  await expect.element(section('Compétitions').getByText(/^1\scompétition sur/)).toBeVisible()
  await field.fill('2,345')
  await expect.element(league.getByText('2\u00a0décimales au plus.')).toBeVisible()
  await expect.element(save).toBeDisabled()
  await expectNoViolation('a bad coefficient')
  await field.fill('2,3')
  await press(field, '{ArrowUp}')
  await expect.element(league.getByText('2,00 → 2,31', { exact: false }).first()).toBeVisible()
  await expect.element(league.getByText(/^2,00 → 2,31 2\smatchs à changer, aucun n’est publié\.$/)).toBeVisible()
  await expectToFit(SMALL_PHONE)
  await save.click()
  await expect.element(page.getByText(/Ligue Étoilée\s: 2,31\. 2\smatchs mis à jour\./)).toBeVisible()
  await expect.element(save).not.toBeInTheDocument()
  await openTab()
  await find()
  await expect.element(field).toHaveValue('2,31')
  await search.fill('zzz')
  await expect.element(page.getByText('Aucune compétition trouvée pour «\u00a0zzz\u00a0».')).toBeVisible()
})

test('a competition is hidden from fans and shown again', async () => {
  await openTab()
  await find()
  const shown = page.getByRole('switch', { name: 'Ligue Étoilée\u00a0: affichée' })
  await expect.element(shown).toBeChecked()
  await shown.click()
  const dialog = page.getByRole('dialog', { name: 'Masquer Ligue Étoilée\u202f?' })
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(shown).toBeChecked()
  await shown.click()
  await dialog.getByRole('button', { name: 'Masquer' }).click()
  await expect.element(shown).not.toBeChecked()
  await shown.click()
  await expect.element(shown).toBeChecked()
})

test('a refusal is shown, and the typed value stays', async () => {
  const error = { code: 'propagation_matches', message: 'Les matchs n’ont rien reçu.', id: 'x' }
  refuse(/^\/api\/rpc\/set_competition_cc/, 500, { error })
  await openTab()
  await find()
  await field.fill('5')
  await save.click()
  await expect.element(textWith('Les matchs n’ont rien reçu.')).toBeVisible()
  await expect.element(field).toHaveValue('5')
})

test('phases are saved together, only those that changed', async () => {
  await openTab()
  const tool = section('Coefficients des matchs')
  const final = tool.getByLabelText('Finale')
  const derby = tool.getByLabelText('Multiplicateur des derbys')
  const before = [await textIn(final), await textIn(derby)]
  await expect.element(tool.getByText('Rien à enregistrer.')).toBeVisible()
  await final.fill('0')
  await expect.element(tool.getByText('Pas moins de 0,01.')).toBeVisible()
  await expect.element(tool.getByRole('button', { name: 'Enregistrer', exact: false })).toBeDisabled()
  await final.fill('1,5')
  await derby.fill('1,2')
  await tool.getByRole('button', { name: 'Enregistrer les 2\u00a0changements' }).click()
  await expect.element(tool.getByText('Rien à enregistrer.')).toBeVisible()
  const [sent] = requests(/^\/api\/rpc\/set_cm_table/, 'POST')
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    table: [
      { phase: 'final', coefficient: 1.5 },
      { phase: 'derby_multiplier', coefficient: 1.2 },
    ],
  })
  await openTab()
  await expect.element(derby).toHaveValue('1,20')
  await final.fill(before[0] ?? '')
  await derby.fill(before[1] ?? '')
  await tool.getByRole('button', { name: 'Enregistrer les 2\u00a0changements' }).click()
  await expect.element(tool.getByText('Rien à enregistrer.')).toBeVisible()
})

test('two clubs are marked as a derby, and their match bears the multiplier', async () => {
  const { phases } = await read<{ phases: { phase: string; coefficient: number }[] }>('/api/operator_competitions')
  const before = phases.filter(({ phase }) => phase === 'derby_multiplier')
  const weigh = (table: typeof before) => send('POST', '/api/rpc/set_cm_table', { table })
  onTestFinished(async () => void (await weigh(before)))
  expect(await weigh([{ phase: 'derby_multiplier', coefficient: 1.2 }])).toMatchObject({ status: 200 })
  const plain = await coefficientOf('Étincelle Club')
  await openTab()
  const tool = section('Derbys')
  await expect.element(tool.getByText('Aucun derby n’est marqué.')).toBeVisible()
  await expect.element(tool.getByRole('button', { name: 'Marquer ce derby' })).toBeDisabled()
  await tool.getByLabelText('Premier club').fill('zzzz')
  await expect.element(tool.getByText('Aucun club trouvé pour «\u00a0zzzz\u00a0».')).toBeVisible()
  await tool.getByLabelText('Premier club').fill('etincelle')
  await tool.getByRole('button', { name: /Étincelle Club/ }).click()
  await tool.getByLabelText('Second club').fill('ETINCELLE')
  const found = tool.getByRole('list', { name: 'Clubs trouvés\u00a0: Second club' })
  await found.getByRole('button').click()
  await expect.element(tool.getByText('Choisis deux clubs différents.')).toBeVisible()
  await tool.getByRole('button', { name: 'Changer le club Étincelle Club' }).last().click()
  await tool.getByLabelText('Second club').fill('brume')
  await expect.element(found).toBeVisible()
  await expectNoViolation('clubs to choose from')
  await tool.getByRole('button', { name: /Racing Brume/ }).click()
  await expect.element(tool.getByText(/^1\smatch entre eux à marquer, dont 0\spublié\.$/)).toBeVisible()
  await tool.getByRole('button', { name: 'Marquer ce derby' }).click()
  await expect.element(page.getByText(/^Derby marqué\s: 1\smatch\.$/)).toBeVisible()
  await expect.element(tool.getByText('Étincelle Club – Racing Brume')).toBeVisible()
  expect(await coefficientOf('Étincelle Club')).toBe(Math.round(plain * 120) / 100)
  await tool.getByRole('button', { name: 'Retirer' }).click()
  const dialog = page.getByRole('dialog')
  await expect
    .element(dialog.getByText('Retirer le derby Étincelle Club – Racing Brume\u202f?', { exact: false }))
    .toBeVisible()
  await expectNoViolation('the question before a derby is removed')
  await dialog.getByRole('button', { name: 'Retirer' }).click()
  await expect.element(tool.getByText('Aucun derby n’est marqué.')).toBeVisible()
})

test('the ranking of countries proposes, with its source and its day, and is applied at once', async () => {
  await openTab()
  await expect.element(ranking.getByText(/^Source\s: UEFA, au 3 juillet 2026\. 55\spays classés\.$/)).toBeVisible()
  await expectCount(ranking.getByRole('row'), 31)
  const box = (name: RegExp) => ranking.getByRole('checkbox', { name })
  for (const first of [/^Premier League/, /^Ligue 1/]) await expect.element(box(first)).toBeChecked()
  for (const other of [/^FA Cup/, /^Coupe de France/, /^National 1/, /^Ligue Étoilée/])
    await expect.element(box(other)).not.toBeChecked()
  await ranking.getByLabelText('Minimum').fill('5')
  await expect.element(ranking.getByText('Le maximum ne peut pas être sous le minimum.')).toBeVisible()
  await ranking.getByLabelText('Minimum').fill('1')
  await ranking.getByLabelText('Maximum').fill('3')
  await expect.element(ranking.getByRole('row', { name: /France/ })).toMatchTextContent('2,38')
  await ranking.getByRole('button', { name: 'Tout décocher' }).click()
  await expect.element(ranking.getByText('Aucune compétition à changer.')).toBeVisible()
  await ranking.getByRole('checkbox', { name: /Ligue Étoilée/ }).click()
  await expect
    .element(ranking.getByText(/^1\scompétition à changer\. 2\smatchs à changer, aucun n’est publié\.$/))
    .toBeVisible()
  await expectNoViolation('the proposal')
  await ranking.getByRole('button', { name: 'Appliquer la proposition' }).click()
  const listed = page.getByRole('dialog').getByRole('listitem')
  await expectCount(listed, 1)
  await expect.element(listed).toMatchTextContent(/^Ligue Étoilée \(France\)\d,\d\d → 2,38$/)
  await page.getByRole('dialog').getByRole('button', { name: 'Appliquer la proposition' }).click()
  await expect.element(page.getByText(/^1\scompétition changée\. 2\smatchs mis à jour\.$/)).toBeVisible()
  await find()
  await expect.element(field).toHaveValue('2,38')
  await expectToFit(SMALL_PHONE)
  await open('/admin/journal')
  await expectCount(page.getByRole('listitem').filter({ hasText: 'Coefficient repris du classement des pays' }), 1)
})

test('a ranking that cannot be read is requested three times, then its failure is shown', async () => {
  const UNREAD = /^\/api\/functions\/uefa-country-ranking/
  const end = refuse(UNREAD, 503)
  await openTab()
  await expect.element(ranking.getByText(/Le classement des pays n’a pas pu être lu/)).toBeVisible()
  expect(requests(UNREAD)).toHaveLength(3)
  endAtTap(end)
  await ranking.getByRole('button', { name: 'Réessayer' }).click()
  await expect.element(ranking.getByText(/^Source\s:/)).toBeVisible()
})

test('the tab shows that it loads, and that it cannot be read', async () => {
  const end = refuse(/^\/api\/operator_competitions/, 400)
  await open(TAB)
  await expect.element(page.getByText(/Les coefficients n’ont pas pu être lus/)).toBeVisible()
  endAtTap(end)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect.element(page.getByRole('heading', { name: 'Compétitions' })).toBeVisible()
})

test('on a desktop the tab has no accessibility violation, and nothing is wider than its page', async () => {
  await page.viewport(DESKTOP.width, DESKTOP.height)
  await openTab()
  await expectCount(ranking.getByRole('row'), 31)
  await expectToFit()
  await find()
  await field.fill('9,99')
  await expect.element(page.getByText(/→ 9,99/).first()).toBeVisible()
  await expectNoViolation('the tab on a desktop')
  await expectToFit()
})

async function textIn(locator: typeof field): Promise<string> {
  return ((await locator.findElement()) as HTMLInputElement).value
}

/** The coefficient that fans see on the match of a club. */
async function coefficientOf(home: string): Promise<number> {
  const { items } = await read<{ items: { home_team: string; competition_coefficient: number }[] }>(
    '/api/rpc/get_home_matches',
  )
  return items.find(({ home_team }) => home_team === home)?.competition_coefficient ?? Number.NaN
}
