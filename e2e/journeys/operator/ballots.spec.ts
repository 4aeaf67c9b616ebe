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
