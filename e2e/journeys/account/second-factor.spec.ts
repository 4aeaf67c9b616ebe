import { button, codeField, join, protect } from '../../support/sign-in.ts'
import { expect, test } from '../../support/world.ts'

test('Google vouches, the second factor is asked for, and the tapped vote arrives', async ({ page, world }) => {
  const email = await join(page, world)
  const { app } = await protect(page)
  await button(page, 'Se déconnecter').click()
  await expect(button(page, 'Recevoir mon code')).toBeVisible()
  const match = await world.build({ names: ['Basile Courbet'] })
  await page.goto(`/match/${match.id}`)
  await page.locator(`[data-player="${match.playerIds[0]}"]`).getByRole('button').first().click()
  await button(page, 'Continuer avec Google').click()
  await expect(page.getByRole('heading', { name: 'Google, sur cette machine' })).toBeVisible()
  await page.getByLabel('Adresse e-mail').fill(email)
  await button(page, 'Continuer').click()
  await expect(page.getByRole('heading', { name: 'Double vérification' })).toBeVisible()
  await expect(page).toHaveURL(`${world.url}/profile`)
  await codeField(page).fill(app(1))
  await button(page, 'Vérifier').click()
  await expect(page).toHaveURL(`${world.url}/match/${match.id}`)
  await expect(page.getByText('1/3').first()).toBeVisible()
})
