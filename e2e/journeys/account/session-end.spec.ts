import { button, join, signInWithPassword } from '../../support/sign-in.ts'
import { expect, test } from '../../support/world.ts'

test('a fan who signs out or in in one tab does so in the others', async ({ page, world }) => {
  const email = await join(page, world)
  const other = await page.context().newPage()
  await other.goto('/profile')
  await expect(button(other, 'Se déconnecter')).toBeVisible()
  await button(page, 'Se déconnecter').click()
  await expect(button(other, 'Se connecter')).toBeVisible()

  await signInWithPassword(page, email)
  await expect(button(page, 'Se déconnecter')).toBeVisible()
  await expect(other.getByText(email)).toBeVisible()
})
