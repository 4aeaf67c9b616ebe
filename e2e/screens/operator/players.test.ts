import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { SMALL_PHONE } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { open, readsEnded } from '../support/screen.ts'
import { enterAsOperator, world } from '../support/world.ts'

const NAMES = ['Ysandre Quilvic', 'Bosco Valmer', 'Y. Quilvic', 'Odon Prazel', 'Marc Tiercelin', 'Loup Danvers']
const REASON = 'Même naissance et même numéro sur les deux fiches.'
const dialog = page.getByRole('dialog')
/** Id of the element that has the focus: that of the screen, where the button that had it is gone. */
const focused = () => document.activeElement?.id
const merges = page.getByRole('list', { name: 'Fiches réunies' })

async function choose(label: string, search: string, name: RegExp): Promise<void> {
  await page.getByLabelText(label, { exact: true }).fill(search)
  const found = page.getByRole('list', { name: `Joueurs trouvés\u00a0: ${label}` })
  await found.getByRole('button', { name }).first().click()
}

async function confirm(label: string): Promise<void> {
  await expect.element(dialog.getByRole('button', { name: label })).toBeDisabled()
  await dialog.getByLabelText('Raison').fill(REASON)
  await dialog.getByRole('button', { name: label }).click()
}

describe('a player with two records', () => {
  test('is found twice, merged once the operator has seen what changes, and separated again', async () => {
    await world.build({ names: NAMES, home: 'Olympique Quilvic', away: 'Racing Prazel' })
    await enterAsOperator()
    await open('/admin')
    await page.getByRole('link', { name: 'Joueurs en double' }).click()
    await expect.element(page.getByText('Aucune fiche n’est réunie avec une autre.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Réunir' })).toBeDisabled()
    await choose('Fiche en trop', 'quilvic', /Y\. Quilvic/)
    await expect.element(page.getByText(/^1\smatch, vu le /)).toBeVisible()
    await choose('Fiche à garder', 'quilvic', /Y\. Quilvic/)
    await expect.element(page.getByText('Choisis deux fiches différentes.')).toBeVisible()
    await page.getByRole('button', { name: 'Changer le joueur Y. Quilvic' }).last().click()
    await page.getByLabelText('Fiche à garder', { exact: true }).fill('quilvic')
    await expect.element(page.getByRole('list', { name: /^Joueurs trouvés/ })).toBeVisible()
    await expectNoViolation('players to choose from')
    await page.getByRole('button', { name: /Ysandre Quilvic/ }).click()
    await page.getByRole('button', { name: 'Réunir' }).click()
    await expect.element(dialog.getByText('Réunir Y. Quilvic avec Ysandre Quilvic\u202f?')).toBeVisible()
    await expect
      .element(
        dialog.getByText(/^1\smatch avec la fiche en trop, dont 1\smatch avec les deux\. 0\sbulletin à réécrire/),
      )
      .toBeVisible()
    await expectNoViolation('what a merge changes')
    await expectToFit(SMALL_PHONE)
    await confirm('Réunir')
    await expect.element(merges.getByText('Y. Quilvic → Ysandre Quilvic')).toBeVisible()
    await expect.element(merges.getByText(REASON, { exact: false })).toBeVisible()
    await expect.poll(focused).toBe('content')
    await readsEnded()
    await expectNoViolation('players who are one')
    await expectToFit(SMALL_PHONE)
    await page.getByLabelText('Fiche en trop', { exact: true }).fill('Y quilvic')
    await expect.element(page.getByRole('button', { name: /Ysandre Quilvic/ })).toBeVisible()
    await expect
      .element(page.getByRole('list', { name: /^Joueurs trouvés/ }).getByText('Y. Quilvic'))
      .not.toBeInTheDocument()
    await merges.getByRole('button', { name: 'Annuler la réunion de Y. Quilvic' }).click()
    await expect.element(dialog.getByText('Séparer Y. Quilvic de Ysandre Quilvic\u202f?')).toBeVisible()
    await confirm('Annuler la réunion')
    await expect.element(page.getByText('Aucune fiche n’est réunie avec une autre.')).toBeVisible()
    await expect.poll(focused).toBe('content')
  })
})
