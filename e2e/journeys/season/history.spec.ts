import { expect, test } from '../../support/world.ts'

test('the history is opened from the ranking, leads to the results of a match, and is left by « Retour »', async ({
  page,
  world,
}) => {
  const match = await world.build({ home: 'Stade Passé', status: 'finished', finishedAgo: 120, kickoffIn: -240 })
  await page.goto('/rankings')
  await page.getByRole('link', { name: 'Historique' }).click()
  await expect(page).toHaveURL(/\/history$/)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 2 }).first()).toContainText(/aujourd’hui|hier/i)
  await main.locator(`a[href="/match/${match.id}"]`).first().click()
  await expect(page).toHaveURL(`/match/${match.id}`)
  await page.goBack()
  await expect(main.locator(`a[href="/match/${match.id}"]`).first()).toBeInViewport()
  await page.getByRole('button', { name: 'Retour' }).click()
  await expect(page).toHaveURL(/\/rankings$/)
  await page.goto('/history')
  await page.getByRole('button', { name: 'Retour' }).click()
  await expect(page).toHaveURL(/\/(rankings)?$/)
})
