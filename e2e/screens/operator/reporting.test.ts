import { REPORTING_PAGE } from '@tribune/protocol/read-limits.ts'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectCount, open, textWith } from '../support/screen.ts'
import { endAtTap, refuse } from '../support/wire.ts'
import { enterAsOperator, savedAfter, world } from '../support/world.ts'

const TAB = '/admin?tab=reporting'
const COUNTS = [
  'Utilisateurs inscrits',
  'Votes au total',
  'Votants actifs',
  'Matchs terminés',
  'Joueurs avec des points',
  'Votes par votant',
]

const term = (label: string) => page.getByRole('term').filter({ hasText: label })

/** The number of all ballots, as the tab shows it. */
function votes(): number {
  const shown = term('Votes au total').element().parentElement?.querySelector('dd')?.textContent ?? ''
  return Number(shown.replaceAll(/\D/g, '') || Number.NaN)
}

beforeEach(enterAsOperator)

test('the operator reads six figures, and counts them again', async () => {
  await open(TAB)
  for (const label of COUNTS) await expect.element(term(label)).toBeVisible()
  await expect.element(page.getByText(/Chiffres comptés (?:à l’instant|il y a \d+\sminutes?)/)).toBeVisible()
  const button = page.getByRole('button', { name: 'Actualiser' })
  await button.click()
  await expect.element(textWith('Statistiques actualisées.')).toBeVisible()
  const before = votes()
  const match = await world.build()
  await world.vote(match.id, [match.playerIds.slice(0, 3), match.playerIds.slice(1, 4), match.playerIds.slice(0, 2)])
  await open(TAB)
  await expect.element(term('Votes au total')).toBeVisible()
  expect(votes()).toBe(before)
  await button.click()
  await expect.poll(votes).toBe(before + 2)
  await expect
    .element(page.getByRole('img', { name: /^Votes par heure, sur 48 heures : .+ au total, maximum/ }))
    .toBeVisible()
  await page.getByText('Voir les chiffres').first().click()
  await expectCount(page.getByRole('region', { name: 'Votes par heure, sur 48 heures' }).getByRole('row'), 49)
  await expectNoViolation('the reporting tab')
})

test('finished matches are paged, filtered and downloaded', async () => {
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
  await open(TAB)
  const table = page.getByRole('region', { name: 'Tableau des matchs terminés' })
  const rows = table.getByRole('row')
  await expectCount(rows, REPORTING_PAGE + 1)
  await expect.element(page.getByText(/^Page 1 \/ \d+$/)).toBeVisible()
  await page.getByRole('tabpanel').getByLabelText('Compétition').selectOptions(competition)
  await expect.element(page.getByText('Page 1 / 2')).toBeVisible()
  await expectCount(rows, REPORTING_PAGE + 1)
  await expect.element(table.getByText('Insuffisant', { exact: false }).first()).toBeVisible()
  await expect.element(table.getByText('Inconnue', { exact: false }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Suivant', exact: false }).click()
  await expect.element(page.getByText('Page 2 / 2')).toBeVisible()
  await expectCount(rows, 2)
  await expect.element(table).toMatchTextContent(`${REPORTING_PAGE} – 0`)
  await page.getByRole('button', { name: 'Page 1' }).click()
  await expectCount(rows, REPORTING_PAGE + 1)

  const csv = page.getByRole('button', { name: 'Télécharger le tableau (CSV)' })
  const { bytes } = await savedAfter(() => csv.click())
  const file = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  expect(file.startsWith('\ufeffMatch;Date (Paris);')).toBe(true)
  expect(file.trimEnd().split('\r\n')).toHaveLength(REPORTING_PAGE + 2)
  expect(file).toContain(`;${competition};'=Union Sportive`)

  await expectNoViolation('the reporting table')
  await expectToFit(SMALL_PHONE)
})

test('a competition without a finished match shows a message', async () => {
  const cup = { competitionId: 988, competition: 'Coupe à Venir' }
  await world.build({ ...cup, status: 'upcoming', kickoffIn: 300, players: 0 })
  await open(TAB)
  const choice = page.getByRole('tabpanel').getByLabelText('Compétition')
  await choice.selectOptions(cup.competition)
  await expect.element(page.getByText('Aucun match trouvé pour cette compétition.')).toBeVisible()
  await choice.selectOptions('Toutes les compétitions')
  await expect.element(page.getByText(/^Page 1 \/ \d+$/)).toBeVisible()
})

test('statistics that cannot be loaded say why, and are asked for again', async () => {
  const error = { code: 'internal', message: 'Une erreur est survenue.', id: 'une-reference' }
  const end = refuse(/^\/api\/rpc\/get_reporting_statistics/, 500, { error })
  await open(TAB)
  await expect.element(textWith('Erreur lors du chargement des statistiques : Une erreur est survenue.')).toBeVisible()
  await expectNoViolation('the failure')
  endAtTap(end)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect.element(term('Votes au total')).toBeVisible()
})
