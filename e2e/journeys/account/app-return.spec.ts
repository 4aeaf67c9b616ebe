import { createHash, randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { deepLinks, exchange, partsOf } from '../../shared/app-return.ts'
import { button, codeField, followLink, join, protect, sayWho } from '../../support/sign-in.ts'
import { expect, test, type World } from '../../support/world.ts'

const OPEN = 'Ouvrir l’app Tribune'

/** Returns the PKCE verifier and challenge that the app makes before it opens the phone's browser. */
function app() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** Exchanges the code of the address that opens the app, as the app does. Returns the status, and the address of the fan who is signed in there. */
async function comeBack(world: World, address: string | undefined, { verifier, challenge }: ReturnType<typeof app>) {
  const { code, ...parts } = partsOf(address)
  expect(parts).toEqual({ path: 'tribune://auth/callback', app: challenge, names: ['app', 'code'] })
  return exchange(world.url, code, verifier)
}

/** Continues in the browser. One that could open an app asks its user first, over the page, which gets no taps until it is answered. */
async function finish(page: Page): Promise<void> {
  await button(page, 'Terminer').dispatchEvent('click')
}

const whoIsIn = async (page: Page) => (await (await page.request.get('/api/me')).json()).fan?.email ?? null
const heading = (page: Page) => page.getByRole('heading', { name: 'Retour dans l’app' })

test('a fan with a second factor signs in with Google for the app, and only there', async ({
  page,
  world,
  complaints,
}) => {
  complaints.allow(/^401 \/api\/(votes|follows|me\/(identities|sessions|push|digest))/)
  const email = await join(page, world)
  const codes = await protect(page)
  await button(page, 'Se déconnecter').click()
  await expect(button(page, 'Recevoir mon code')).toBeVisible()
  const links = await deepLinks(page)
  const own = app()
  await page.goto(`/profile?app=${own.challenge}`)
  await expect(page.getByText('Connecte-toi ici : tu retourneras ensuite dans l’app.')).toBeVisible()
  await expect(page).toHaveURL(`${world.url}/profile`)
  await button(page, 'Continuer avec Google').click()
  await sayWho(page, 'Google', email)
  await codeField(page).fill(codes.app(1))
  await button(page, 'Vérifier').click()
  await expect(heading(page)).toBeVisible()
  await expect(page).toHaveURL(`${world.url}/profile`)
  await expect(page.getByText(`Ici, tu es ${email}.`)).toBeVisible()
  expect(links).toEqual([])

  await button(page, OPEN).click()
  const again = page.getByRole('link', { name: OPEN })
  await expect(again).toBeVisible()
  await expect(page.getByText('Ce navigateur ne te garde pas connecté.')).toBeVisible()
  expect(links).toEqual([await again.getAttribute('href')])
  expect(await comeBack(world, links[0], own)).toEqual({ status: 200, email })
  expect(await whoIsIn(page)).toBeNull()
  await finish(page)
  await expect(button(page, 'Recevoir mon code')).toBeVisible()
  expect((await comeBack(world, links[0], own)).status).toBe(401)
})

test('the app names the provider, and its fan is sent there', async ({ page, world }) => {
  const links = await deepLinks(page)
  const own = app()
  await page.goto(`/profile?app=${own.challenge}&provider=google`)
  await sayWho(page, 'Google', null)
  await expect(page.getByText('❌ Erreur: connexion annulée.')).toBeVisible()
  await button(page, 'Continuer avec Google').click()
  await sayWho(page, 'Google', 'droit-au-but@supporters.invalid')
  await button(page, OPEN).click()
  await expect(page.getByRole('link', { name: OPEN })).toBeVisible()
  const email = 'droit-au-but@supporters.invalid'
  expect(await comeBack(world, links[0], own)).toEqual({ status: 200, email })
})

test('the app can be signed in as another fan than the browser', async ({ page, world }) => {
  await join(page, world)
  const links = await deepLinks(page)
  const own = app()
  await page.goto(`/profile?app=${own.challenge}`)
  await button(page, 'Utiliser un autre compte').click()
  await button(page, 'Continuer avec Google').click()
  await sayWho(page, 'Google', 'une-autre@supporters.invalid')
  await expect(page.getByText('Ici, tu es une-autre@supporters.invalid.')).toBeVisible()
  await button(page, OPEN).click()
  await expect(page.getByRole('link', { name: OPEN })).toBeVisible()
  expect(await comeBack(world, links[0], own)).toEqual({ status: 200, email: 'une-autre@supporters.invalid' })
  expect(await whoIsIn(page)).toBeNull()
})

test('the link of a mail, opened in another tab, continues to the app', async ({ page, world, context }) => {
  const email = 'par-courrier@supporters.invalid'
  const own = app()
  await page.goto(`/profile?app=${own.challenge}`)
  await page.getByLabel('Adresse e-mail').fill(email)
  await button(page, 'Recevoir mon code').click()
  const { links } = await world.mailTo(email)
  const other = await context.newPage()
  const opened = await deepLinks(other)
  await followLink(
    other,
    links.find((one) => one.includes('link=')),
  )
  await button(other, OPEN).click()
  await expect(other.getByText('Ce navigateur ne te garde pas connecté.')).toBeVisible()
  expect(await comeBack(world, opened[0], own)).toEqual({ status: 200, email })
  expect(await whoIsIn(page)).toBeNull()
})

test('the screen cannot be framed by another site', async ({ request }) => {
  const headers = (await request.get(`/profile?app=${app().challenge}`)).headers()
  expect(headers['content-security-policy']).toContain("frame-ancestors 'self'")
  expect([headers['x-frame-options'], headers['referrer-policy']]).toEqual(['SAMEORIGIN', 'no-referrer'])
})
