import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectCount, open, readsEnded } from '../support/screen.ts'
import { endAtTap, hold, refuse, requests } from '../support/wire.ts'
import { card, cards, filter, HOME_READ, madeUp, main, PLAIN, played } from './history-list.ts'

const WINNERS = /^\/api\/rpc\/get_match_winners/

test('skeletons have the shape of cards, and nothing shifts when the matches load', async () => {
  const letIn = hold(HOME_READ)
  await open('/history')
  await expect.element(main.getByText('Chargement…').first()).toBeInTheDocument()
  await expect.element(filter).toBeVisible()
  const before = filter.element().getBoundingClientRect().toJSON()
  letIn()
  await expect.element(cards.first()).toBeVisible()
  expect(filter.element().getBoundingClientRect().toJSON()).toEqual(before)
})

test('an empty history says so, and « Actualiser » reads again', async () => {
  const end = madeUp(0)
  await open('/history')
  await expect.element(page.getByText('Aucun match terminé trouvé pour ces filtres.')).toBeVisible()
  endAtTap(end)
  await main.getByText('Actualiser').click()
  await expect.element(cards.first()).toBeVisible()
})

test('a failure to read the winners leaves the cards unchanged', async () => {
  refuse(WINNERS)
  await open('/history')
  await expect.element(cards.first()).toBeVisible()
  await expect.poll(() => requests(WINNERS).length).toBeGreaterThan(0)
  await readsEnded()
  await expectCount(page.getByText('Élu du match', { exact: false }), 0)
})

test('the stored rows are the fallback when the procedure fails', async () => {
  const newest = (await played()).at(-1)
  refuse(HOME_READ)
  await open('/history')
  await expect.element(card(newest?.match_id ?? 0)).toBeVisible()
})

test('when the procedure and the stored rows fail there is an error to retry', async () => {
  const end = refuse(HOME_READ)
  refuse(PLAIN)
  await open('/history')
  await expect.element(page.getByRole('alert')).toMatchTextContent('Erreur de chargement de l’historique :')
  endAtTap(end)
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect.element(cards.first()).toBeVisible()
})

test.each([
  ['loading', '/history', 'Chargement…', () => void hold(HOME_READ)],
  ['the list', '/history', 'Voir les résultats', () => void madeUp(40, { home_team: 'محمد 🦊 الفرجاني' })],
  ['one competition', '/history?c=61', 'Réinitialiser', () => void madeUp(40)],
  ['empty', '/history?c=99999', 'Aucun match terminé trouvé pour ces filtres.', () => void madeUp(40)],
  [
    'the error',
    '/history',
    'Erreur de chargement de l’historique',
    () => {
      refuse(HOME_READ)
      refuse(PLAIN)
    },
  ],
])('the history has no accessibility violation and fits a small phone: %s', async (name, path, sentence, prepare) => {
  prepare()
  await open(path)
  await expect.element(main.getByText(sentence, { exact: false }).first()).toBeInTheDocument()
  await expectNoViolation(name)
  await expectToFit(SMALL_PHONE)
})
