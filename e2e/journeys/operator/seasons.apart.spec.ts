import type { Page } from '@playwright/test'
import type { Season } from '@tribune/contract/rankings.ts'
import { DAY_MS } from '@tribune/domain/instant.ts'
import { read } from '../../support/api.ts'
import { expectNoViolation, expectToFit } from '../../support/axe.ts'
import { SMALL_PHONE } from '../../support/samples.ts'
import { enterAs } from '../../support/sign-in.ts'
import { expect, test, type World } from '../../support/world.ts'

// Names and dates of seasons are no other journey's.
test.use({ worldOf: 'operator' })

const section = (page: Page) => page.getByRole('region', { name: 'Saisons', exact: true })
const line = (page: Page, name: string) => section(page).getByRole('listitem').filter({ hasText: name })
const nameOf = ({ name, label }: Season) => `${name} ${label}`
/** Without their photos, whose version changes when they are drawn again. */
const championsOf = ({ champions }: Season) => champions.map(({ photo_url: _drawn, ...champion }) => champion)
const dayBefore = (day: string) => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10)

/** The open season and the finished one, which touches it. */
async function bothOf(world: World) {
  const [open, past] = (await read<{ items: Season[] }>(world, '/api/seasons')).items
  if (open === undefined || past === undefined) throw new Error('The demonstration promises a finished season')
  return { open, past }
}

/** Opens the form of a season as the operator. */
async function edit(page: Page, world: World, season: Season): Promise<void> {
  await enterAs(page, world)
  await page.goto('/admin?tab=coefficients')
  await line(page, nameOf(season))
    .getByRole('button', { name: `Modifier ${nameOf(season)}` })
    .click()
}

test('a renamed season is read by its new name, also by fans', async ({ page, world }) => {
  const { past } = await bothOf(world)
  const LONG = 'Grand Index populaire des supporters'
  await edit(page, world, past)
  const seasons = section(page)
  const rename = seasons.getByRole('button', { name: 'Renommer' })
  await expect(rename).toBeDisabled()
  await seasons.getByLabel('Nom', { exact: true }).fill(LONG)
  await seasons.getByLabel('Libellé', { exact: true }).fill('Édition d’essai')
  await expectNoViolation(page, 'a season under another name')
  await rename.click()
  await expect(page.getByText('Saison renommée.')).toBeVisible()
  await expect(line(page, `${LONG} Édition d’essai`)).toContainText('Terminée')
  await expectToFit(page, SMALL_PHONE)
  await page.goto(`/rankings?season=${past.id}`)
  await expect(page.getByLabel('Saison', { exact: true }).locator('option:checked')).toHaveText(
    `${LONG} Édition d’essai`,
  )
  await page.goto('/admin?tab=coefficients')
  await line(page, LONG).getByRole('button', { name: 'Modifier' }).click()
  await seasons.getByLabel('Nom', { exact: true }).fill(past.name)
  await seasons.getByLabel('Libellé', { exact: true }).fill(past.label)
  await rename.click()
  await expect(line(page, nameOf(past))).toBeVisible()
})

test('moved dates say what they touch before they are saved, and those that cover another season are refused', async ({
  page,
  world,
  complaints,
}) => {
  complaints.allow(/^409 \/api\/rpc\/set_season_dates/)
  const { open, past } = await bothOf(world)
  await edit(page, world, past)
  const seasons = section(page)
  const last = seasons.getByLabel('Dernier jour')
  const move = seasons.getByRole('button', { name: 'Changer les dates' })
  const dialog = page.getByRole('dialog')
  const confirm = async () => dialog.getByRole('button', { name: 'Changer les dates' }).click()
  await expect(move).toBeDisabled()

  // Over the whole open season.
  await last.fill(open.ends_on)
  await move.click()
  await confirm()
  await expect(seasons.getByRole('alert')).toHaveText('Ces dates recouvrent une autre saison.')
  await expectNoViolation(page, 'dates that are refused')
  await expectToFit(page, SMALL_PHONE)
  expect((await bothOf(world)).past.ends_on).toBe(past.ends_on)

  const earlier = dayBefore(past.ends_on)
  await last.fill(earlier)
  await move.click()
  await expect(dialog).toContainText(`${nameOf(past)}\u00a0: du `)
  await expect(dialog).toContainText(`${nameOf(open)}, qui la touche, suit\u00a0: du `)
  await expect(dialog).toContainText(/2\sclassements, sur [\d\s]+\smatchs publiés/)
  expect((await bothOf(world)).past.ends_on).toBe(past.ends_on)
  await expectNoViolation(page, 'the question')
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  expect((await bothOf(world)).past.ends_on).toBe(past.ends_on)
  await move.click()
  await confirm()
  await expect(page.getByText('Dates changées\u00a0: 2\u00a0saisons.')).toBeVisible()
  await expect(seasons.getByRole('alert')).toHaveCount(0)
  const now = await bothOf(world)
  expect([now.past.ends_on, now.open.starts_on]).toEqual([earlier, past.ends_on])
  expect(championsOf(now.past)).toEqual(championsOf(past))

  await last.fill(past.ends_on)
  await move.click()
  await confirm()
  await expect.poll(async () => (await bothOf(world)).open.starts_on).toBe(open.starts_on)
})

test('published matches are left out of every season only by the operator’s word', async ({
  page,
  world,
  complaints,
}) => {
  complaints.allow(/^409 \/api\/rpc\/set_season_dates/)
  const { past } = await bothOf(world)
  await edit(page, world, past)
  const seasons = section(page)
  const move = seasons.getByRole('button', { name: 'Changer les dates' })
  // Its matches are of its last weeks.
  await seasons.getByLabel('Premier jour').fill(dayBefore(past.ends_on))
  await move.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Changer les dates' }).click()
  await expect(seasons.getByRole('alert')).toHaveText('Des matchs publiés ne compteraient plus dans aucune saison.')
  await expect(seasons.getByLabel(/^Accepter que des matchs publiés/)).not.toBeChecked()
  await expectNoViolation(page, 'matches that would count nowhere')
  await expectToFit(page, SMALL_PHONE)
  expect((await bothOf(world)).past.starts_on).toBe(past.starts_on)
})

test('a season that was ended by mistake is reopened as it was', async ({ page, world }) => {
  const { open, past } = await bothOf(world)
  const yesterday = dayBefore(new Date().toISOString().slice(0, 10))
  await edit(page, world, open)
  const seasons = section(page)
  await expect(seasons.getByRole('button', { name: 'Rouvrir' })).toHaveCount(1)
  await seasons.getByLabel('Dernier jour').fill(yesterday)
  await seasons.getByRole('button', { name: 'Changer les dates' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(
    'Ce dernier jour est passé\u00a0: la saison se termine, et la suivante s’ouvre au ',
  )
  await dialog.getByRole('button', { name: 'Changer les dates' }).click()
  await expect(seasons.getByRole('listitem')).toHaveCount(3)
  const wrong = (await bothOf(world)).open
  expect(wrong.id).not.toBe(open.id)

  // Of the three only the one that has just ended can be reopened.
  const ended = seasons.getByRole('listitem').nth(1)
  await expect(seasons.getByRole('button', { name: 'Rouvrir' })).toHaveCount(1)
  await ended.getByRole('button', { name: 'Rouvrir' }).click()
  await expect(dialog).toContainText(`${nameOf(wrong)}, ouverte depuis, disparaît, avec son nom et ses dates.`)
  await expectNoViolation(page, 'the question before a season is reopened')
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  await expectToFit(page, SMALL_PHONE)
  expect((await bothOf(world)).open.id).toBe(wrong.id)
  await ended.getByRole('button', { name: 'Rouvrir' }).click()
  await dialog.getByRole('button', { name: 'Rouvrir' }).click()
  await expect(page.getByText(/^Saison rouverte jusqu’au /)).toBeVisible()
  await expect(seasons.getByRole('listitem')).toHaveCount(2)
  const again = await bothOf(world)
  expect(again.open).toEqual(open)
  expect(championsOf(again.past)).toEqual(championsOf(past))
  await page.goto('/admin/journal')
  await expect(page.getByRole('listitem').filter({ hasText: 'Saison rouverte' }).first()).toContainText(nameOf(wrong))
})
