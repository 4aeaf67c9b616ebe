import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DESKTOP, PHONE, SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectCount, open, textWith } from '../support/screen.ts'
import { refuse, requests } from '../support/wire.ts'
import { enterAsOperator, signIn, world } from '../support/world.ts'

const CLUBS = { home: 'Étendards du Môle', away: 'Union des Trois Rivières et de la Grande Vallée' }
const address = () => location.pathname + location.search + location.hash
let id: number
let other: number

beforeAll(async () => {
  other = (await world.build()).id
  const match = await world.build({
    ...CLUBS,
    minute: 80,
    score: [2, 1],
    competition: 'Coupe du Môle',
    competitionId: 9_815,
  })
  const ballot = match.playerIds.slice(0, 3)
  await world.vote(match.id, [ballot, ballot])
  await world.finish(match.id, 61)
  id = match.id
})

beforeEach(enterAsOperator)

describe.each([
  [PHONE.width, PHONE],
  [DESKTOP.width, DESKTOP],
])('at %i px', (_width, size) => {
  test.each([
    ['/admin?tab=diagnostics', 'Identifiant du match'],
    ['/admin?tab=diagnostics', 'Match à corriger'],
    ['/admin?tab=diagnostics', 'Match à vérifier'],
    ['/test-aggregate?match=OTHER', 'Numéro du match'],
  ])('on %s the field « %s » finds a match by a club', async (path, label) => {
    await page.viewport(size.width, size.height)
    await open(path.replace('OTHER', String(other)))
    const field = page.getByLabelText(label, { exact: true })
    await field.fill('etendards mole')
    const found = page.getByRole('list', { name: `Matchs trouvés : ${label}` }).getByRole('button')
    await expectCount(found, 1)
    await expect.element(found).toMatchTextContent(`Coupe du Môle · 2 – 1N° ${id}`)
    await expectNoViolation(`matches found for ${label}`)
    await expectToFit()
    await found.click()
    await expect.element(field).toHaveValue(String(id))
    await expect.element(field).toHaveFocus()
    await expectCount(found, 0)
  })
})

test('a club without a match, and a search that fails, are named as such', async () => {
  await open('/admin/ballots')
  const field = page.getByLabelText('Numéro du match', { exact: true })
  await field.fill('aucun club ainsi')
  await expect.element(textWith('Aucun match d’un club nommé « aucun club ainsi ».')).toBeVisible()
  refuse(/^\/api\/operator_matches/, 500, { error: { code: 'internal', message: 'Panne.', id: 'abc' } })
  await field.fill('etendards')
  await expect.element(textWith('La recherche a échoué : Panne.')).toBeVisible()
})

test('a visitor of a public page searches nothing', async () => {
  await signIn()
  await open('/check-points')
  await page.getByLabelText('Numéro du match', { exact: true }).fill('etendards')
  await page.getByRole('button', { name: 'Étudier ce match' }).click()
  await expect.element(textWith('Numéro de match invalide')).toBeVisible()
  expect(requests(/^\/api\/operator_matches/)).toEqual([])
})

test('one tap leads from a match to everything about it, and back', async () => {
  const links = page.getByRole('navigation', { name: `Administration du match ${id}` })
  const follow = (name: string) => links.getByRole('link', { name }).first().click()
  await page.viewport(PHONE.width, PHONE.height)
  await open('/admin/ballots')
  await page.getByLabelText('Numéro du match', { exact: true }).fill('etendards')
  await page
    .getByRole('list', { name: /^Matchs trouvés/ })
    .getByRole('button')
    .click()
  await expect.poll(address).toBe(`/admin/ballots?match=${id}`)
  await follow('Voir le match')
  await expect.poll(address).toBe(`/match/${id}`)
  await expectCount(links, 1)
  await expectNoViolation('the ways from a match')
  await expectToFit(SMALL_PHONE)
  await follow('Recalculer')
  const one = page.getByRole('region', { name: 'Recalculer un match' })
  await expect.element(one.getByLabelText('Identifiant du match')).toHaveValue(String(id))
  await one.getByRole('button', { name: 'Recalculer ce match' }).click()
  await expect.element(one.getByText(`Match ${id} recalculé.`)).toBeVisible()
  await one.getByRole('link', { name: 'Diagnostic' }).click()
  const check = page.getByRole('region', { name: 'Diagnostic d’un match' })
  await expect.element(check).toBeInViewport()
  await check.getByRole('button', { name: 'Vérifier ce match' }).click()
  await check.getByRole('link', { name: 'Reporting' }).click()
  const rows = page.getByRole('region', { name: 'Tableau des matchs terminés' }).getByRole('row')
  await expectCount(rows, 2)
  await expectNoViolation('one row of the reporting')
  await rows.getByRole('link', { name: CLUBS.home, exact: false }).click()
  await follow('Journal')
  await expect.poll(address).toBe(`/admin/journal?subject=match%3A${id}`)
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Match recalculé' })).toBeVisible()
  await page
    .getByRole('link', { name: `${CLUBS.home} – ${CLUBS.away}` })
    .first()
    .click()
  await expect.poll(address).toBe(`/match/${id}`)
})

test('a fan sees no link from a match to the administration', async () => {
  await signIn()
  await open(`/match/${id}`)
  await expect.element(textWith(CLUBS.home).first()).toBeVisible()
  await expectCount(page.getByRole('navigation', { name: /^Administration du match/ }), 0)
})
