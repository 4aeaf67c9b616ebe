import { expect, test } from '../../support/world.ts'

test('the screen keeps the title and the address that its page came with', async ({ page, world }) => {
  const match = await world.build({ home: 'FC Rive', away: 'Stade Aval' })
  const title = '<title>FC Rive – Stade Aval · Tribune</title>'
  // A busy server sends the default head rather than have a fan wait for it.
  await expect.poll(async () => (await fetch(`${world.url}/match/${match.id}`)).text()).toContain(title)
  await page.goto(`/match/${match.id}`)
  await expect(page.getByRole('button', { name: 'Partager le match' })).toBeVisible()
  await expect(page).toHaveTitle('FC Rive – Stade Aval · Tribune')
  const canonical = page.locator('link[rel="canonical"]')
  await expect(canonical).toHaveAttribute('href', `${world.url}/match/${match.id}`)
  await page.getByRole('link', { name: 'Classements' }).click()
  await expect(page).toHaveTitle('Classement · Tribune')
  await expect(canonical).toHaveAttribute('href', `${world.url}/rankings`)
})
