import type { Page } from '@playwright/test'
import { expectNoViolation, expectToFit } from '../../support/axe.ts'
import { openMatch } from '../../support/match.ts'
import { LONG_CLUB, NAMES, SMALL_PHONE } from '../../support/samples.ts'
import { enterAs } from '../../support/sign-in.ts'
import { expect, test, type World } from '../../support/world.ts'

const SCRIPT = 'Domaine fabrique.example'

/** A closed match that a script has stuffed: 1 203 honest ballots, 1 001 of the script. */
async function stuffedMatch(world: World) {
  const names = [...NAMES, ...Array.from({ length: 16 }, (_, index) => `Joueur numéro ${index + 7}`)]
  const match = await world.build({ names, home: LONG_CLUB, away: 'AS Belleroche', rating: 7 })
  await world.stuff(match, 1_203, 1_001)
  await world.finish(match.id, 61)
  return match
}

const card = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
const dialog = (page: Page) => page.getByRole('dialog')

test('a script’s ballots are found, set aside in public, and taken back', async ({ page, world }) => {
  const match = await stuffedMatch(world)
  await enterAs(page, world)
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Bulletins suspects' }).click()
  await page.getByRole('link', { name: LONG_CLUB }).first().click()
  await expect(page).toHaveURL(`${world.url}/admin/ballots?match=${match.id}`)
  await expect(page.getByText('2 204 bulletins comptés, 0 mis de côté')).toBeVisible()

  const script = card(page, SCRIPT)
  await expect(script.getByText('1 001 bulletins, 45 % des bulletins comptés')).toBeVisible()
  await expect(script.getByText('Très différent des autres')).toBeVisible()
  await expect(script.getByText('Joueur numéro 20, Joueur numéro 21, Joueur numéro 22')).toBeVisible()
  await expect(card(page, 'Domaine poste.example')).toBeHidden()
  await page.getByText(/^\d+\sgroupes votent comme les autres$/).click()
  await expect(card(page, 'Domaine poste.example').getByText('Vote comme les autres')).toBeVisible()
  await expectNoViolation(page, 'the groups')

  await script.getByRole('button', { name: 'Mettre de côté' }).click()
  await expect(dialog(page)).toContainText('Mettre 1 001 bulletins de côté ?')
  await expect(dialog(page)).toContainText('« 1 203 bulletins comptés, 1 001 mis de côté »')
  await expectNoViolation(page, 'the confirmation')
  await dialog(page).getByRole('button', { name: 'Mettre de côté' }).click()
  await expect(page.getByText('1 001 bulletins de côté, résultat recalculé')).toBeVisible()
  await expect(page.getByText('1 203 bulletins comptés, 1 001 mis de côté')).toBeVisible()
  await expect(script).toBeHidden()
  await expectToFit(page, SMALL_PHONE)

  // What any fan reads.
  await openMatch(page, match.id)
  await expect(page.getByText('1 203 votants')).toBeVisible()
  await expect(page.getByText('1 203 bulletins comptés, 1 001 mis de côté')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Podium du match' })).toContainText('Vasseur')
  await expectNoViolation(page, 'a result with ballots set aside')
  await expectToFit(page)

  await page.goto(`/admin/ballots?match=${match.id}`)
  await page.getByRole('button', { name: 'Remettre' }).click()
  await expect(dialog(page)).toContainText('Remettre 1 001 bulletins dans le décompte ?')
  await dialog(page).getByRole('button', { name: 'Remettre' }).click()
  await expect(page.getByText('Rien n’est mis de côté.')).toBeVisible()
  await openMatch(page, match.id)
  await expect(page.getByText('2 204 votants')).toBeVisible()
  await expect(page.getByText('mis de côté')).toHaveCount(0)

  await page.goto(`/admin/journal?subject=match:${match.id}`)
  await expect(page.getByText('Bulletins remis dans le décompte', { exact: true }).last()).toBeVisible()
  await expect(page.getByText('2 204 → 1 203')).toBeVisible()
})

test('a match is opened by its number, and one without ballots or without a result says so', async ({
  page,
  world,
  complaints,
}) => {
  complaints.allow(/^404 \/api\/ballot_groups/)
  await enterAs(page, world)
  const open = await world.build()
  await page.goto('/admin/ballots')
  await page.getByLabel('Numéro du match').fill('douze')
  await page.getByRole('button', { name: 'Ouvrir' }).click()
  await expect(page.getByText('Un numéro, rien d’autre.')).toBeVisible()
  await expectNoViolation(page, 'the choice of a match')
  await expectToFit(page, SMALL_PHONE)
  await page.getByLabel('Numéro du match').fill(`${open.id}`)
  await page.getByRole('button', { name: 'Ouvrir' }).click()
  await expect(page.getByText('Aucun groupe de trois bulletins ou plus.')).toBeVisible()
  await expect(page.getByText('Rien ne peut être mis de côté avant la publication du résultat.')).toBeVisible()
  await world.stuff(open, 12, 6)
  await page.reload()
  await expect(card(page, SCRIPT)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mettre de côté' })).toHaveCount(0)
  await page.goto('/admin/ballots?match=1')
  await expect(page.getByText('Les bulletins n’ont pas pu être lus : Ce match n’existe pas.')).toBeVisible()
  await page.getByRole('link', { name: 'Choisir un autre match' }).click()
  await expect(page.getByLabel('Numéro du match')).toBeVisible()
})

test('a group that has changed meanwhile is refused, and read again', async ({ page, world, complaints }) => {
  complaints.allow(/^40[49] \/api\/functions\/set-ballots-aside/)
  const match = await stuffedMatch(world)
  await enterAs(page, world)
  await page.goto(`/admin/ballots?match=${match.id}`)
  const script = card(page, SCRIPT)
  await expect(script).toBeVisible()
  const answer = await page.request.post(`${world.url}/api/functions/set-ballots-aside`, {
    headers: { origin: world.url },
    data: { match_id: match.id, dimension: 'network', key: '9001', ballots: 1_001 },
  })
  expect(answer.status()).toBe(200)
  await script.getByRole('button', { name: 'Mettre de côté' }).click()
  await dialog(page).getByRole('button', { name: 'Mettre de côté' }).click()
  await expect(page.getByText('Ce groupe de bulletins n’existe pas, ou plus. Relis la liste.')).toBeVisible()
  await expect(script).toBeHidden()
  await expect(page.getByText('1 203 bulletins comptés, 1 001 mis de côté')).toBeVisible()
})

test('groups that were set aside long ago are reached page by page', async ({ page, world }) => {
  const match = await world.build()
  const aside = (index: number) => ({
    ...{ id: `old-${index}`, dimension: 'mail_domain', account: null, domain: `domaine-${index}.example` },
    ...{ minute: null, ballots: 3, created_at: '2026-11-20T20:00:00.000Z' },
  })
  const all = Array.from({ length: 53 }, (_, index) => aside(index + 1))
  await page.context().route('**/api/ballot_groups*', async (route) => {
    const answer = await (await route.fetch()).json()
    await route.fulfill({ json: { ...answer, bar: null, set_aside: all.slice(0, 50), groups_set_aside: all.length } })
  })
  await page.context().route('**/api/ballots_aside*', (route) => route.fulfill({ json: { items: all.slice(50) } }))
  await enterAs(page, world)
  await page.goto(`/admin/ballots?match=${match.id}`)
  const back = page.getByRole('button', { name: 'Remettre' })
  await expect(back).toHaveCount(50)
  const asked = page.waitForRequest('**/api/ballots_aside*')
  await page.getByRole('button', { name: 'Afficher les 3\u00a0groupes plus anciens' }).click()
  expect(new URL((await asked).url()).searchParams.get('before')).toBe('old-50')
  await expect(back).toHaveCount(all.length)
  await expect(page.getByText('Domaine domaine-53.example')).toBeVisible()
  await expect(page.getByRole('button', { name: /plus anciens?$/ })).toHaveCount(0)
  await expectNoViolation(page, 'groups that were set aside long ago')
})
