import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectCount, open } from '../support/screen.ts'
import { change, endAtTap, refuse } from '../support/wire.ts'
import { enterAsOperator } from '../support/world.ts'

const READ = /^\/api\/operator_browser_errors/
const list = page.getByRole('region', { name: 'Erreurs dans les navigateurs' })
const rows = list.getByRole('listitem')

beforeEach(enterAsOperator)

/** A made-up error; the index changes its count and what names it. */
const errorOf = (index: number) => ({
  fingerprint: String(index).padStart(32, '0'),
  kind: 'error',
  message: `TypeError: Cannot read properties of undefined (reading 'field${index}')`,
  place: 'match-page-a8Fh2kL.js:1:2345 ← shared-B_-1234.js:12:90210 ← first-a8Fh2kL.js:1:100200',
  build: 'first-B_-1234',
  screens: ['/match/$id', '/player/$id'],
  engines: ['chromium', 'webkit'],
  count: 1_234 - index,
  first_at: '2026-03-10T20:00:00.000Z',
  last_at: '2026-03-14T20:05:00.000Z',
})
const others = { ...errorOf(9), fingerprint: 'other', message: '', place: '', build: '', screens: ['other'] }

test('each error has its place, build, screens, engines, count and last time, and fits a small phone', async () => {
  change(READ, () => ({ items: [errorOf(1), { ...errorOf(2), kind: 'crash', place: '', build: '' }, others] }))
  await open('/admin')
  await expectCount(rows, 3)
  for (const words of [
    "TypeError: Cannot read properties of undefined (reading 'field1')",
    '1 233 fois',
    'la dernière le 14 mars, 21 h 05 · Erreur',
    'Endroitmatch-page-a8Fh2kL.js:1:2345 ← shared-B_-1234.js:12:90210',
    'Versionfirst-B_-1234',
    'Écrans/match/$id, /player/$id',
    'MoteursChromium, WebKit',
  ])
    await expect.element(rows.nth(0)).toMatchTextContent(words)
  for (const words of ['Écran arrêté', 'Endroithors de nos fichiers', 'Versioninconnue'])
    await expect.element(rows.nth(1)).toMatchTextContent(words)
  await expect.element(rows.nth(2)).toMatchTextContent('Autres erreurs, au-delà de 100 différentes par jour')
  await expect.element(rows.nth(2)).toMatchTextContent('Écranune autre adresse')
  await expectNoViolation('errors of browsers')
  await expectToFit(SMALL_PHONE)
})

test('a long list shows five errors, and the others at a tap', async () => {
  change(READ, () => ({ items: Array.from({ length: 50 }, (_, index) => errorOf(index)) }))
  await open('/admin')
  await expectCount(rows, 5)
  await list.getByRole('button', { name: 'Afficher 45 autres erreurs' }).click()
  await expectCount(rows, 50)
})

test('an empty list says so, and one that cannot be read offers another try', async () => {
  change(READ, () => ({ items: [] }))
  await open('/admin')
  await expect.element(list.getByText('Aucune erreur signalée depuis sept jours.')).toBeVisible()
  const letThrough = refuse(READ, 400)
  await open('/admin')
  await expect.element(list.getByText('La liste n’a pas pu être lue', { exact: false })).toBeVisible()
  endAtTap(letThrough)
  await list.getByRole('button', { name: 'Réessayer' }).click()
  await expect.element(list.getByText('Aucune erreur signalée depuis sept jours.')).toBeVisible()
})
