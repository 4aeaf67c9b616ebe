import { expect, test } from '../../support/world.ts'

// The worker would read the notice of the server behind the route.
test.use({ serviceWorkers: 'block' })

test('a notice comes after the first screen, and stays closed after a reload', async ({ page, world }) => {
  const text = 'Les résultats de ce soir ont du retard.'
  // The journeys of a world move its clock by hours.
  const ends_at = new Date(Date.now() + 365 * 86_400_000).toISOString()
  await page.context().route(/\/api\/notice$/, (route) => route.fulfill({ json: { notice: { id: 1, text, ends_at } } }))
  const match = await world.build()
  await page.goto(`/match/${match.id}`)
  const banner = page.getByRole('region', { name: 'Annonce' })
  await expect(banner).toContainText(text)
  await banner.getByRole('button', { name: 'Fermer l’annonce' }).click()
  await expect(banner).toHaveCount(0)
  const read = page.waitForResponse(/\/api\/notice$/)
  await page.reload()
  await read
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(banner).toHaveCount(0)
})
