import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectWhole } from '../support/large-text.ts'
import { open } from '../support/screen.ts'
import { watchShifts } from '../support/shifts.ts'
import { allow, endAtTap, hold, refuse } from '../support/wire.ts'
import { list, madeUp, POINTS, RANKING, ranking, rows, search } from './ranking.ts'

const main = page.getByRole('main')
const again = page.getByRole('button', { name: 'Réessayer' })

test('while the ranking loads there are placeholder rows of its shape, and nothing moves when it arrives', async () => {
  const release = hold(RANKING)
  await open('/rankings')
  await expect.element(main.getByText('Chargement…').first()).toBeInTheDocument()
  await expect.element(search).toBeVisible()
  const before = search.element().getBoundingClientRect().toJSON()
  release()
  await expect.element(rows.first()).toBeVisible()
  expect(search.element().getBoundingClientRect().toJSON()).toEqual(before)
})

test.each([
  { names: 'short', player_name: 'Léozinho' },
  { names: 'long', player_name: 'Amarildo Sinozal Hinestroza' },
])('$names names of the leaders are whole on the steps, and move nothing when they come', async ({ player_name }) => {
  madeUp(3, { player_name })
  const release = hold(RANKING)
  await open('/rankings')
  await expect.element(search).toBeVisible()
  const before = search.element().getBoundingClientRect().toJSON()
  release()
  const names = page.getByRole('list', { name: 'Les trois premiers de la saison' }).css('a > bdi')
  await expectWhole(names)
  for (const { scrollHeight, clientHeight } of names.elements()) expect(scrollHeight).toBeLessThanOrEqual(clientHeight)
  expect(search.element().getBoundingClientRect().toJSON()).toEqual(before)
})

test('pages that load by themselves shift nothing', async () => {
  madeUp(35)
  const expectStill = watchShifts()
  await open('/rankings')
  await expect.element(rows.first()).toBeVisible()
  const atTheEnd = () => {
    window.scrollTo(0, document.documentElement.scrollHeight)
    return page.getByText('35\u00a0joueurs au classement').length
  }
  await expect.poll(atTheEnd).toBe(1)
  await expectStill(0.02)
})

test('an empty season shows a message, and « Actualiser » reads again', async () => {
  const end = madeUp(0)
  await open('/rankings')
  await expect.element(page.getByText('Aucun joueur encore agrégé.')).toBeVisible()
  endAtTap(end)
  await main.getByText('Actualiser').click()
  await expect.element(rows.first()).toBeVisible()
})

test('a ranking that is added up on the phone can be searched too', async () => {
  const [, second] = (await ranking('p_limit=2')).items
  refuse(RANKING)
  await open('/rankings')
  await expect.element(rows.first()).toBeVisible()
  await search.fill(second?.player_name ?? '')
  await expect.element(list.css(`a[href="/player/${second?.player_id}"]`)).toBeVisible()
})

test('a ranking that can neither be read nor added up on the phone shows an error; « Réessayer » loads it', async () => {
  const end = refuse(RANKING)
  refuse(POINTS)
  await open('/rankings')
  await expect.element(page.getByRole('alert')).toMatchTextContent('Erreur de chargement du classement :')
  endAtTap(end)
  await again.click()
  await expect.element(rows.first()).toBeVisible()
})

test('a season that does not exist leads to the one that is open', async () => {
  allow(/^404 .*season=999/)
  await open('/rankings?season=999')
  await expect.element(page.getByText('Cette saison n’existe pas.')).toBeVisible()
  await expect.element(again).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'Voir la saison en cours' }).click()
  await expect.element(rows.first()).toBeVisible()
})

test('pages that fail to load leave the rows, and can be requested again', async () => {
  madeUp(25)
  const end = refuse(/get_season_ranking_corrected(?!.*p_offset=0)/)
  await open('/rankings')
  await expect.element(page.getByText('La suite du classement n’a pas pu être chargée.')).toBeInTheDocument()
  await expect.element(rows.first()).toBeVisible()
  endAtTap(end)
  await again.click()
  await expect.element(page.getByText('25\u00a0joueurs au classement')).toBeInTheDocument()
})

test.each([
  ['loading', '/rankings', 'Chargement…', () => void hold(RANKING)],
  ['the list', '/rankings', '20\u00a0joueurs au classement', () => void madeUp(20, { trend: 'down' })],
  ['empty', '/rankings', 'Aucun joueur encore agrégé.', () => void madeUp(0)],
  ['no player found', '/rankings?q=zzzz', 'Aucun joueur trouvé pour "zzzz"', () => {}],
  [
    'the error',
    '/rankings',
    'Erreur de chargement du classement',
    () => {
      refuse(RANKING)
      refuse(POINTS)
    },
  ],
])('the ranking has no accessibility violation and fits a small phone: %s', async (name, path, sentence, prepare) => {
  prepare()
  await open(path)
  await expect.element(main.getByText(sentence, { exact: false }).first()).toBeInTheDocument()
  await expectNoViolation(name)
  await expectToFit(SMALL_PHONE)
})
