import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { countedMatch } from '../../shared/matches.ts'
import { SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectCount, open } from '../support/screen.ts'
import { row } from '../support/voting.ts'
import { askDirectly } from '../support/wire.ts'
import { enterAsOperator, read, send, world } from '../support/world.ts'

const tool = (name: string) => page.getByRole('region', { name })
const marked = tool('Matchs à recalculer')
const dialog = page.getByRole('dialog')

async function openTab(): Promise<void> {
  await open('/admin?tab=diagnostics')
  await expect.element(tool('Recalculer un match')).toBeVisible()
}

beforeEach(enterAsOperator)

test('the tools are accessible and fit a small phone, empty and filled', async () => {
  await openTab()
  await expect.element(page.getByText('Il n’existe pas en ce moment.')).toBeVisible()
  await expectNoViolation('diagnostics')
  await tool('Qualifications de la Coupe du monde').getByRole('button').click()
  await expect.element(page.getByText(/joueurs? vérifiés?|le bon club/)).toBeVisible()
  const sync = tool('Synchronisation manuelle')
  await sync.getByRole('button').click()
  await expect.element(sync.getByRole('status')).toMatchTextContent(/mis à jour en .*\sms/)
  await expectNoViolation('diagnostics, filled')
  await expectToFit(SMALL_PHONE)
})

test('a changed coefficient marks a match; one button brings its points and its players’ season along', async () => {
  // A competition of its own with one match, or else all of another's would be recalculated too.
  const [cup, name] = [9_301, 'Ousmane Rivage']
  const { id, first } = await countedMatch(world, 10, {
    competitionId: cup,
    competition: 'Coupe du Lac',
    coefficient: 2,
    names: [name],
  })
  const fansSee = async (coefficient: string, points: string) => {
    await open(`/match/${id}`)
    await expect.element(page.getByRole('button', { name: `Coefficient ${coefficient}`, exact: false })).toBeVisible()
    await expect.element(row(first)).toMatchTextContent('#1 du match')
    await expect.element(row(first)).toMatchTextContent(points)
    await open(`/rankings?q=${encodeURIComponent(name)}`)
    const ranked = page.getByRole('list', { name: 'Classement de la saison' }).getByRole('listitem')
    await expect.element(ranked).toMatchTextContent(points)
  }
  await fansSee('2,00', '200')

  // Matches that other screens have marked would be recalculated too.
  expect(await read('/api/operator_recalculation')).toMatchObject({ marked: 0 })
  const change = { id: cup, coefficient: 4 }
  expect(await send('POST', '/api/functions/admin-control?action=set_competition_cc', change)).toMatchObject({
    status: 200,
  })
  await openTab()
  const check = tool('Diagnostic d’un match')
  await check.getByLabelText('Match à vérifier').fill(String(id))
  await check.getByRole('button', { name: 'Vérifier ce match' }).click()
  await expect.element(check.getByText(/à recalculer/)).toBeVisible()
  await expect.element(check.getByText(/points incohérents, recalcul nécessaire/)).toBeVisible()
  await expectNoViolation('a match that is off')
  await marked.getByRole('button', { name: 'Recalculer 1\u00a0match' }).click()
  await dialog.getByRole('button', { name: 'Recalculer 1\u00a0match' }).click()
  await expect.element(marked.getByText('Terminé')).toBeVisible()
  await expect.element(marked.getByText('Aucun match n’attend', { exact: false })).toBeVisible()
  await check.getByRole('button', { name: 'Vérifier ce match' }).click()
  await expect.element(check.getByText('400 pour le premier, au coefficient 4,00.', { exact: false })).toBeVisible()
  await expectCount(check.getByText(/à recalculer/), 0)
  await fansSee('4,00', '400')
})

test('all matches are recalculated while the page is closed, joined by a second start, and stopped', async () => {
  for (let index = 0; index < 3; index += 1) {
    const { id } = await world.build({ minute: 80, rating: 7, competitionId: 78 })
    await world.finish(id, 61)
  }
  await openTab()
  const all = tool('Tout recalculer')
  await all.getByRole('button', { name: /^Recalculer/ }).click()
  await expect.element(dialog).toMatchTextContent('10 à 20')
  await dialog.getByRole('button', { name: /^Recalculer/ }).click()
  await expect.element(all.getByText('En cours')).toBeVisible()
  await expect.element(all.getByText('Temps restant estimé', { exact: false })).toBeVisible()
  await expectNoViolation('a recalculation under way')
  await open('/')
  await openTab()
  await expect.element(all.getByRole('progressbar')).toBeVisible()
  const again = await askDirectly('/api/functions/recalculate-matches', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scope: 'all' }),
  })
  expect(await again.json()).toMatchObject({ joined: true })
  await all.getByRole('button', { name: 'Arrêter' }).click()
  await dialog.getByRole('button', { name: 'Arrêter' }).click()
  await expect.element(all.getByText('Arrêté')).toBeVisible()
  const resume = { name: /^Reprendre\s: .+ restants?$/ }
  await all.getByRole('button', resume).click()
  await expect.element(dialog).toMatchTextContent('que l’arrêt a laissés de côté')
  await dialog.getByRole('button', resume).click()
  await expect.element(all.getByText('En cours')).toBeVisible()
  await all.getByRole('button', { name: 'Arrêter' }).click()
  await dialog.getByRole('button', { name: 'Arrêter' }).click()
  await expect.element(all.getByText('Arrêté')).toBeVisible()
})
