import { button, followLink } from '../../support/sign-in.ts'
import { expect, test } from '../../support/world.ts'

const PHONE = 'Mozilla/5.0 (Android 14; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0'

test('a fan downloads all that is stored about them as a file, sees their sessions and ends one', async ({
  page,
  world,
  browser,
}) => {
  const account = { email: 'nouvelle-1@supporters.invalid', password: 'un-virage-entier' }
  const asked = await page.request.post('/api/auth/sign-up/email', {
    headers: { origin: world.url },
    data: { ...account, name: 'Nouvelle', callbackURL: '/profile' },
  })
  expect(asked.status()).toBe(200)
  const { links } = await world.mailTo(account.email)
  const elsewhere = await browser.newContext({ baseURL: world.url, userAgent: PHONE })
  const other = await elsewhere.newPage()
  await page.goto(links[0] ?? '')
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Télécharger mes données' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toBe('tribune-mes-donnees.json')
  const text = await file.createReadStream().then(async (stream) => {
    const parts: Buffer[] = []
    for await (const part of stream) parts.push(part as Buffer)
    return Buffer.concat(parts).toString()
  })
  expect(JSON.parse(text)).toMatchObject({
    account: { email: account.email },
    ways_in: [{ provider: 'credential' }],
    votes: [],
  })

  const signedIn = await other.request.post('/api/auth/sign-in/email', {
    headers: { origin: world.url, 'user-agent': PHONE },
    data: account,
  })
  expect(signedIn.status()).toBe(200)
  await page.reload()
  const list = page.getByRole('listitem').filter({ hasText: /Chrome|Firefox/ })
  await expect(list).toHaveCount(2)
  await expect(list.filter({ hasText: 'Cet appareil' })).toHaveCount(1)
  await button(page, 'Déconnecter Firefox sur Android').click()
  await expect(page.getByText('Appareil déconnecté.')).toBeVisible()
  await expect(list).toHaveCount(1)
  await other.goto('/profile')
  await expect(button(other, 'Recevoir mon code')).toBeVisible()
  await elsewhere.close()
})

test('a mail’s link from a match brings the tapped vote along, also after a scanner of mail has opened it', async ({
  browser,
  page,
  world,
}) => {
  const match = await world.build({ names: ['Basile Courbet'] })
  await page.goto(`/match/${match.id}`)
  await page.locator(`[data-player="${match.playerIds[0]}"]`).getByRole('button').first().click()
  await page.getByLabel('Adresse e-mail').fill('du-virage@supporters.invalid')
  await button(page, 'Recevoir mon code').click()
  const { links } = await world.mailTo('du-virage@supporters.invalid')
  const link = links.find((one) => one.includes('link='))
  // A scanner of mail opens the link in a browser of its own, and runs its script.
  const scanner = await browser.newContext({ baseURL: world.url })
  const scanned = await scanner.newPage()
  await scanned.goto(link ?? '')
  await expect(button(scanned, 'Me connecter')).toBeVisible()
  await scanned.waitForLoadState('networkidle')
  expect(await (await scanner.request.get('/api/me')).json()).toMatchObject({ fan: null })
  await scanner.close()

  await followLink(page, link)
  await expect(page).toHaveURL(`${world.url}/match/${match.id}`)
  await expect(page.getByText('1/3').first()).toBeVisible()
})
