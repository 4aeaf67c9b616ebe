import type { Locator } from '@playwright/test'
import { HOME_READ } from '../../support/samples.ts'
import { expect, test } from '../../support/world.ts'

/** Minutes after the whistle at which a vote has a few seconds left. */
const ALMOST_CLOSED = 59.8

const minuteOn = (card: Locator, shown: string) => card.getByText(shown, { exact: true })

test('an open home list follows a match from minute 58 to the closing of its vote, without a reload', async ({
  page,
  world,
}) => {
  const match = await world.build({ minute: 58, score: [0, 0], home: 'Étoile du Large', away: 'Racing des Dunes' })
  const stream = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/live')
  await page.goto('/')
  expect((await stream).status()).toBe(200)
  // From now on the list cannot be read again.
  for (const read of [HOME_READ, '**/api/home_fixtures*']) await page.context().route(read, (route) => route.abort())
  // Alone in the list: a match whose vote is closed goes far down.
  await page.getByRole('searchbox').first().fill('Étoile du Large')
  const card = page.getByRole('listitem').filter({ has: page.locator(`a[href="/match/${match.id}"]`) })
  await expect(minuteOn(card, "58'")).toBeVisible()
  await expect(card.getByRole('button', { name: "Votes à partir de la 60'" })).toBeDisabled()

  await world.change(match.id, { minute: 59, score: [1, 0] })
  await expect(minuteOn(card, "59'")).toBeVisible()
  await expect(card.getByRole('heading', { name: 'Étoile du Large 1, Racing des Dunes 0' })).toBeAttached()

  await world.change(match.id, { minute: 60 })
  await expect(card.getByText('Voter en direct')).toBeVisible()

  await world.finish(match.id, ALMOST_CLOSED)
  await expect(card.getByText('Votes ouverts - Plus que quelques minutes !')).toBeVisible()
  await expect(card.getByText('Votes clos')).toBeVisible({ timeout: 30_000 })
  await expect(card.getByText('Voir les résultats')).toBeVisible()
})
