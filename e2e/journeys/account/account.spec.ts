import type { Page } from '@playwright/test'
import { shortAddress } from '@tribune/domain/fans/wallet.ts'
import { ethereumWallet, type TestWallet } from '@tribune/server/testing/wallets.ts'
import { hold } from '../../support/home.ts'
import { choose, incomplete, openAsFan, podium, target } from '../../support/match.ts'
import { NAMES } from '../../support/samples.ts'
import { button, codeField, followLink, join, protect, sayWho, signInWithPassword } from '../../support/sign-in.ts'
import { expect, test, type World } from '../../support/world.ts'

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

test('a mail’s link from a match brings the tapped vote along, even after a mail scanner has opened it', async ({
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

test('a fan who signs out or in in one tab does so in the others', async ({ page, world }) => {
  const email = await join(page, world)
  const other = await page.context().newPage()
  await other.goto('/profile')
  await expect(button(other, 'Se déconnecter')).toBeVisible()
  await button(page, 'Se déconnecter').click()
  await expect(button(other, 'Recevoir mon code')).toBeVisible()

  await signInWithPassword(page, email)
  await expect(button(page, 'Se déconnecter')).toBeVisible()
  await expect(other.getByText(email)).toBeVisible()
})

test('a pick of a fan whose session had ended waits for them alone', async ({ page, world, complaints }) => {
  // The ballot that waits may be sent again before the page is left: it names its fan, and is refused in another's session.
  complaints.allow(/^401 \/api\//, /^409 \/api\/votes\//)
  await world.signIn(page)
  const match = await world.build({ names: NAMES })
  const [a = 0, b = 0] = match.playerIds
  await openAsFan(page, `/match/${match.id}`)
  await expect(page.getByText('Touche trois joueurs')).toBeVisible()
  await page.context().clearCookies()
  await choose(page, a)
  await expect(page.getByRole('dialog')).toBeVisible()
  // Another fan takes the phone.
  await world.signIn(page)
  await page.reload()
  await expect(podium(page).getByText('Touche trois joueurs')).toBeVisible()
  await choose(page, b)
  await expect(incomplete(page)).toBeVisible()
  await expect(target(page, a)).toHaveAttribute('aria-pressed', 'false')
})

test('a sign-in at a provider can be refused, left by the browser’s button, and completed', async ({ page, world }) => {
  await page.goto('/profile')
  await test.step('refused: the fan is back where they were, and can choose another method', async () => {
    await button(page, 'Continuer avec Google').click()
    await sayWho(page, 'Google', null)
    await expect(page.getByText('❌ Erreur: connexion annulée.')).toBeVisible()
    await expect(page).toHaveURL(`${world.url}/profile`)
    await page.reload()
    await expect(button(page, 'Continuer avec Apple')).toBeVisible()
    await expect(page.getByText('connexion annulée')).toHaveCount(0)
  })
  await test.step('left by the browser’s button: the form is unchanged', async () => {
    await button(page, 'Continuer avec Google').click()
    await expect(page.getByRole('heading', { name: 'Google, sur cette machine' })).toBeVisible()
    await page.goBack()
    await expect(button(page, 'Continuer avec Google')).not.toHaveAttribute('aria-busy')
  })
  for (const provider of ['Google', 'Apple']) {
    await test.step(`a new fan signs in with ${provider}, and no parameter stays in the address`, async () => {
      const email = `par-${provider.toLowerCase()}@supporters.invalid`
      await button(page, `Continuer avec ${provider}`).click()
      await sayWho(page, provider, email)
      await expect(page.getByText(email)).toBeVisible()
      await expect(page).toHaveURL(`${world.url}/profile`)
      await expect(page.getByRole('listitem').filter({ hasText: provider })).toHaveCount(1)
      // Signed out here and at the provider.
      await page.context().clearCookies()
      await page.reload()
    })
  }
})

test('the tapped vote waits while its fan is at the provider, even if they refuse at first', async ({
  page,
  world,
}) => {
  const match = await world.build({ names: ['Basile Courbet'] })
  await page.goto(`/match/${match.id}`)
  await page.locator(`[data-player="${match.playerIds[0]}"]`).getByRole('button').first().click()
  await button(page, 'Continuer avec Google').click()
  await sayWho(page, 'Google', null)
  await expect(page.getByRole('dialog').getByText('❌ Erreur: connexion annulée.')).toBeVisible()
  await button(page, 'Continuer avec Google').click()
  await sayWho(page, 'Google', 'votante@supporters.invalid')
  await expect(page).toHaveURL(`${world.url}/match/${match.id}`)
  await expect(page.getByText('1/3').first()).toBeVisible()
})

test('a fan adds a sign-in method to their account, and removes it again', async ({ page, world }) => {
  await world.signIn(page)
  await page.goto('/profile')
  await button(page, 'Ajouter Google').click()
  await sayWho(page, 'Google', 'une-autre-adresse@supporters.invalid')
  await expect(button(page, 'Retirer Google')).toBeVisible()
  await expect(button(page, 'Ajouter Google')).toHaveCount(0)
  await button(page, 'Retirer Google').click()
  await expect(page.getByText('Retiré. Tu peux toujours te connecter par e-mail.')).toBeVisible()
  await expect(button(page, 'Retirer Google')).toHaveCount(0)
  await expect(button(page, 'Ajouter Google')).toBeVisible()
})

/** Signs in by Google, longer ago than is enough for what cannot be undone. */
async function signInLongAgo(page: Page, world: World, email: string): Promise<void> {
  await page.goto('/profile')
  await button(page, 'Continuer avec Google').click()
  await sayWho(page, 'Google', email)
  await expect(button(page, 'Retirer Google')).toBeVisible()
  await world.advance(61)
}

/** Signs in once more by the code of a mail, as the dialog asks. */
async function signInByCode(page: Page, world: World, email: string): Promise<void> {
  await expect(page.getByRole('dialog', { name: 'C’est bien toi ?' })).toBeVisible()
  await button(page, 'Recevoir mon code').click()
  const { text } = await world.mailTo(email)
  await page.getByLabel('Code à 6 chiffres').fill(/(\d{3}\s\d{3})/.exec(text)?.[1] ?? '')
}

test('removing a sign-in method needs a recent sign-in, and succeeds after it', async ({ page, world, complaints }) => {
  complaints.allow(/^403 \/api\/me\/identities\/unlink$/)
  const email = 'ancienne@supporters.invalid'
  await signInLongAgo(page, world, email)
  await button(page, 'Retirer Google').click()
  await signInByCode(page, world, email)
  await expect(page.getByText('Retiré. Tu peux toujours te connecter par e-mail.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a fan who adds a provider long after signing in continues there after a new sign-in', async ({
  page,
  world,
  complaints,
}) => {
  complaints.allow(/^403 \/api\/auth\/link-social$/)
  const email = 'ancien-lien@supporters.invalid'
  await signInLongAgo(page, world, email)
  await button(page, 'Ajouter Apple').click()
  await signInByCode(page, world, email)
  await sayWho(page, 'Apple', email)
  await expect(button(page, 'Retirer Apple')).toBeVisible()
})

const NAME = 'Renard'
const ways = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('a fan adds a wallet, signs in with it elsewhere, and removes it', async ({ page, world, browser }) => {
  const wallet = ethereumWallet()
  const { address } = wallet
  await installWallet(page, wallet, NAME)
  await world.signIn(page)
  await page.goto('/profile')
  const check = await hold(page, '**/api/auth/wallet/verify')
  await button(page, `Ajouter ${NAME}`).click()
  await expect(button(page, `Ajouter ${NAME}`)).toHaveAttribute('aria-busy', 'true')
  check()
  await expect(page.getByText('Portefeuille ajouté.')).toBeVisible()
  await expect(ways(page, 'Portefeuille Ethereum')).toContainText(shortAddress(address))

  const elsewhere = await (await browser.newContext({ baseURL: world.url })).newPage()
  await installWallet(elsewhere, wallet, NAME)
  await elsewhere.goto('/profile')
  await button(elsewhere, `Continuer avec ${NAME}`).click()
  await expect(button(elsewhere, `Retirer ${shortAddress(address)}`)).toBeVisible()
  await elsewhere.context().close()

  await button(page, `Retirer ${shortAddress(address)}`).click()
  await expect(ways(page, 'Portefeuille Ethereum')).toHaveCount(0)
})

/** Injects an Ethereum wallet into a page before it opens, as an extension does; its key stays outside. */
async function installWallet(page: Page, wallet: TestWallet, name: string): Promise<void> {
  const id = `wallet_${wallet.address}`
  await page.exposeFunction(id, (message: string) => wallet.sign(message))
  await page.addInitScript(announce, { id, name, address: wallet.address })
}

/** Functions outside the page, by name. */
type Outside = Record<string, (message: string) => Promise<string>>

/** Runs in the page: an EIP-1193 provider, announced by EIP-6963. */
function announce({ id, name, address }: { id: string; name: string; address: string }): void {
  const request = async ({ method, params: [message = ''] = [] }: { method: string; params?: string[] }) => {
    if (method === 'eth_requestAccounts') return [address.toLowerCase()]
    const bytes = Uint8Array.from(message.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    return (window as unknown as Outside)[id]?.(new TextDecoder().decode(bytes))
  }
  const detail = Object.freeze({ info: { uuid: id, name, icon: '', rdns: `test.${id}` }, provider: { request } })
  const tell = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', tell)
  tell()
}
