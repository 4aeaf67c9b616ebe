import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SHOWCASE } from '../../shared/operator-pages.ts'
import { PHONE, SMALL_PHONE, THEMES } from '../../support/samples.ts'
import { expectNoViolation, expectToFit } from '../support/axe.ts'
import { expectCount } from '../support/screen.ts'
import { enterAsOperator } from '../support/world.ts'
import { openAll, visit } from './pages.ts'

const shownIn = (theme: (typeof THEMES)[number]) => page.css(`[data-shown-theme=${theme}]`)

test('the showcase shows a visitor both themes', async () => {
  await visit(SHOWCASE)
  await expect.element(shownIn('light').first()).toHaveStyle({ backgroundColor: 'rgb(247, 245, 239)' })
  await expect.element(shownIn('dark').first()).toHaveStyle({ backgroundColor: 'rgb(11, 16, 32)' })
  for (const theme of ['Clair', 'Sombre']) {
    const bar = (state: string) => page.getByRole('region', { name: `${state}, ${theme}` })
    await expect.element(bar('Vote vidé, dernier choix gardé')).toMatchTextContent('ton dernier choix reste gardé')
    await expect.element(bar('Hors ligne, rien ne peut changer')).toMatchTextContent('Hors ligne')
  }
  await expectCount(page.css('[data-pull=busy]'), 2)
  await expectCount(page.getByText('Provisoire', { exact: true }), 2)
  await expectNoViolation('the showcase of a visitor')
  await expectToFit(SMALL_PHONE)
})

describe('for the operator', () => {
  test.each([
    ['Sombre', 'dark', 'light'],
    ['Clair', 'light', 'dark'],
  ] as const)('the showcase shows « %s » alone', async (tab, theme, other) => {
    await enterAsOperator()
    await openAll(SHOWCASE)
    await page.getByRole('tab', { name: tab }).click()
    await expectCount(shownIn(other), 0)
    await expect.element(shownIn(theme).first()).toHaveStyle({ colorScheme: theme })
    // Under the phone's own theme: the two were side by side under either of them.
    await expectNoViolation(`the showcase in ${theme}`, [theme])
  })

  test('the windows of the showcase work, and both themes come back', async () => {
    await enterAsOperator()
    await openAll(SHOWCASE)
    // With one theme there is one of each button.
    await page.getByRole('tab', { name: 'Clair' }).click()
    await page.viewport(PHONE.width, PHONE.height)
    await page.getByRole('button', { name: 'Ouvrir une fenêtre' }).click()
    const dialog = page.getByRole('dialog', { name: 'Retirer ce joueur ?' })
    await expect.element(dialog).toBeVisible()
    // The visitor's test already checks the page below the dialog, which takes axe seconds.
    await expectNoViolation('a window of the showcase', THEMES, dialog)
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: 'Ouvrir une bulle' }).click()
    await expect
      .element(page.getByText('Le coefficient multiplie les points du match.', { exact: false }))
      .toBeVisible()
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: 'Avec tirs au but' }).click()
    const film = page.getByRole('dialog', { name: 'Le film du match' })
    await expectCount(film.getByRole('list', { name: 'Tirs au but' }).getByRole('listitem'), 3)
    await expectNoViolation('the film of the showcase', THEMES, film)
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: 'Refusé' }).click()
    await expect.element(page.getByRole('region', { name: 'Ton bulletin', exact: false })).toBeVisible()
    await page.getByRole('button', { name: 'Vote complet' }).click()
    await expect.element(page.getByText('Vote complet, merci !', { exact: false })).toBeVisible()
    await page.getByRole('tab', { name: 'Les deux' }).click()
    await expect.element(shownIn('dark').first()).toBeInTheDocument()
    await expectToFit(SMALL_PHONE)
  })
})
