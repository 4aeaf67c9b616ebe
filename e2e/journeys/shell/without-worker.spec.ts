import { atMatch, incomplete, target } from '../../support/match.ts'
import { expect, test } from '../../support/world.ts'

/** As in an app's own browser, and on a first visit until the worker is installed. */
test.use({ serviceWorkers: 'block' })
test.beforeEach(({ complaints }) => complaints.allow(/^ERR_(INTERNET_DISCONNECTED|FAILED) /))

test('the list and a vote work without the drawings that a weak network loses', async ({ page, world }) => {
  await page.context().route(/\/assets\/(?:drawn-picture|pulled-mark)-[^/]+\.js$/, (route) => route.abort())
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/pulled-mark-'))
  await page.goto('/')
  await lost
  await expect(page.getByText('Voter en direct').first()).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  const { a } = await atMatch(page, world)
  await target(page, a).click()
  await expect(incomplete(page)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a screen that is not on the phone shows a message without a network, and loads with it', async ({
  page,
  complaints,
}) => {
  complaints.allow(/^Error: A screen: Failed to fetch dynamically imported module/)
  await page.goto('/points')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Classements' }).click()
  const refusal = 'Pas de connexion. Vérifie ton réseau et réessaie.'
  await expect(page.getByRole('alert')).toHaveText(new RegExp(refusal))
  await page.getByRole('button', { name: 'Réessayer' }).click()
  await expect(page.getByRole('status').getByText(refusal)).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Classement')
})

test('code that loads after the first screen starts once the network is back', async ({ page, complaints }) => {
  complaints.allow(/^part of the app TypeError: Failed to fetch dynamically imported module/)
  const parts = [/\/assets\/afterwards-/, /\/assets\/translation-/]
  for (const part of parts) await page.context().route(part, (route) => route.abort())
  const lost = parts.map((part) => page.waitForEvent('requestfailed', (request) => part.test(request.url())))
  await page.goto('/points')
  await Promise.all(lost)
  for (const part of parts) await page.context().unroute(part)
  const started = [/\/api\/notice$/, ...parts].map((address) => page.waitForResponse(address))
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await Promise.all(started)
})
