import type { Season } from '@tribune/contract/rankings.ts'
import { DAY_MS } from '@tribune/domain/common/instant.ts'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectCount, open } from '../support/screen.ts'
import { allow, hold } from '../support/wire.ts'
import { enterAsOperator, read } from '../support/world.ts'

const TAB = '/admin?tab=coefficients'
const section = page.getByRole('region', { name: 'Saisons' })
const lines = section.getByRole('listitem')
const line = (name: string) => lines.filter({ hasText: name })
const dialog = page.getByRole('dialog')
const alert = section.getByRole('alert')
const move = section.getByRole('button', { name: 'Changer les dates' })
const confirmMove = dialog.getByRole('button', { name: 'Changer les dates' })

const nameOf = ({ name, label }: Season) => `${name} ${label}`
/** Without their photos, whose version changes when they are drawn again. */
const championsOf = ({ champions }: Season) => champions.map(({ photo_url: _drawn, ...champion }) => champion)
const dayBefore = (day: string) => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10)

/** The open season and the finished one, which touches it. */
async function bothSeasons() {
  const [current, past] = (await read<{ items: Season[] }>('/api/seasons')).items
  if (current === undefined || past === undefined) throw new Error('The demonstration has no finished season')
  return { current, past }
}

/** Opens the form of a season. */
async function edit(season: Season): Promise<void> {
  await open(TAB)
  await line(nameOf(season))
    .getByRole('button', { name: `Modifier ${nameOf(season)}` })
    .click()
}

beforeEach(enterAsOperator)

test('a renamed season is read by its new name, also by fans', async () => {
  const { current, past } = await bothSeasons()
  const LONG = 'Grand Index populaire des supporters'
  const rename = section.getByRole('button', { name: 'Renommer' })
  const name = section.getByLabelText('Nom')
  const label = section.getByLabelText('Libellé')
  await edit(past)
  await expect.element(rename).toBeDisabled()
  await label.fill(current.label)
  await expect.element(section.getByText('Une autre saison porterait le même nom et le même libellé.')).toBeVisible()
  await expect.element(rename).toBeDisabled()
  await expectNoViolation('the name of another season')
  await name.fill(LONG)
  await label.fill('Édition d’essai')
  await expectNoViolation('a season under another name')
  const release = hold(/^\/api\/operator_seasons/)
  await rename.click()
  await expect.element(page.getByText('Saison renommée.')).toBeVisible()
  // Input typed now would be lost once the list is read again.
  await expect.element(label).toHaveAttribute('readonly')
  release()
  await expect.element(line(`${LONG} Édition d’essai`)).toMatchTextContent('Terminée')
  await expect.element(label).not.toHaveAttribute('readonly')
  await expectToFit(SMALL_PHONE)
  await open(`/rankings?season=${past.id}`)
  const chosen = page.getByLabelText('Saison').css('option:checked')
  await expect.element(chosen).toHaveTextContent(`${LONG} Édition d’essai`)
  await open(TAB)
  await line(LONG).getByRole('button', { name: 'Modifier', exact: false }).click()
  await name.fill(past.name)
  await label.fill(past.label)
  await rename.click()
  await expect.element(line(nameOf(past))).toBeVisible()
})

test('moved dates show which matches they touch before they are saved, and dates that cover another season are refused', async () => {
  const { current, past } = await bothSeasons()
  await edit(past)
  const last = section.getByLabelText('Dernier jour')
  await expect.element(move).toBeDisabled()

  // Over the whole open season.
  await last.fill(current.ends_on)
  await expect.element(section.getByText('Ces dates recouvrent une autre saison.')).toBeVisible()
  await expect.element(move).toBeDisabled()
  await expectNoViolation('dates that are refused')
  await expectToFit(SMALL_PHONE)
  expect((await bothSeasons()).past.ends_on).toBe(past.ends_on)

  for (const [day, words] of [
    [dayBefore(past.starts_on), 'Le dernier jour vient avant le premier.'],
    ['9999-06-30', /deux ans au plus/],
  ] as const) {
    await last.fill(day)
    await expect.element(section.getByText(words)).toBeVisible()
    await expect.element(move).toBeDisabled()
  }

  const earlier = dayBefore(past.ends_on)
  await last.fill(earlier)
  await move.click()
  await expect.element(dialog).toMatchTextContent(`${nameOf(past)} : du `)
  await expect.element(dialog).toMatchTextContent(`${nameOf(current)}, qui la touche, suit : du `)
  await expect.element(dialog).toMatchTextContent(/2\sclassements, sur [\d\s]+\smatchs publiés/)
  expect((await bothSeasons()).past.ends_on).toBe(past.ends_on)
  await expectNoViolation('the question')
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  expect((await bothSeasons()).past.ends_on).toBe(past.ends_on)
  await move.click()
  await confirmMove.click()
  await expect.element(page.getByText('Dates changées\u00a0: 2\u00a0saisons.')).toBeVisible()
  await expectCount(alert, 0)
  const now = await bothSeasons()
  expect([now.past.ends_on, now.current.starts_on]).toEqual([earlier, past.ends_on])
  expect(championsOf(now.past)).toEqual(championsOf(past))

  await last.fill(past.ends_on)
  await move.click()
  await confirmMove.click()
  await expect.poll(async () => (await bothSeasons()).current.starts_on).toBe(current.starts_on)
})

test('published matches are left out of every season only if the operator confirms it', async () => {
  allow(/^409 \/api\/rpc\/set_season_dates/)
  const { past } = await bothSeasons()
  await edit(past)
  // Its matches are of its last weeks.
  await section.getByLabelText('Premier jour').fill(dayBefore(past.ends_on))
  await move.click()
  await confirmMove.click()
  await expect.element(alert).toHaveTextContent('Des matchs publiés ne compteraient plus dans aucune saison.')
  await expect.element(section.getByLabelText(/^Accepter que des matchs publiés/)).not.toBeChecked()
  await expectNoViolation('matches that would count nowhere')
  await expectToFit(SMALL_PHONE)
  expect((await bothSeasons()).past.starts_on).toBe(past.starts_on)
})

test('a season that was ended by mistake is reopened as it was', async () => {
  const { current, past } = await bothSeasons()
  // Built matches of last evening may still be open to votes, and a season ends after its last result.
  const lastDay = dayBefore(dayBefore(new Date().toISOString().slice(0, 10)))
  const reopen = section.getByRole('button', { name: 'Rouvrir' })
  await edit(current)
  await expectCount(reopen, 1)
  await section.getByLabelText('Dernier jour').fill(lastDay)
  await move.click()
  await expect
    .element(dialog)
    .toMatchTextContent('Ce dernier jour est passé : la saison se termine, et la suivante s’ouvre au ')
  await confirmMove.click()
  await expect.element(page.getByText(/^Dates changées.+ est terminée\. .+ s’ouvre, du /)).toBeVisible()
  await expectCount(lines, 3)
  const wrong = (await bothSeasons()).current
  expect(wrong.id).not.toBe(current.id)

  // Of the three only the one that has just ended can be reopened.
  const ended = lines.nth(1)
  await expectCount(reopen, 1)
  await ended.getByRole('button', { name: 'Rouvrir' }).click()
  await expect
    .element(dialog)
    .toMatchTextContent(`${nameOf(wrong)}, ouverte depuis, disparaît, avec son nom et ses dates.`)
  await expectNoViolation('the question before a season is reopened')
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  await expectToFit(SMALL_PHONE)
  expect((await bothSeasons()).current.id).toBe(wrong.id)
  await ended.getByRole('button', { name: 'Rouvrir' }).click()
  await dialog.getByRole('button', { name: 'Rouvrir' }).click()
  await expect.element(page.getByText(/^Saison rouverte jusqu’au .+ a disparu\.$/)).toBeVisible()
  await expectCount(lines, 2)
  const again = await bothSeasons()
  expect(again.current).toEqual(current)
  expect(championsOf(again.past)).toEqual(championsOf(past))
  await open('/admin/journal')
  const entry = page.getByRole('listitem').filter({ hasText: 'Saison rouverte' }).first()
  await expect.element(entry).toMatchTextContent(nameOf(wrong))
})
