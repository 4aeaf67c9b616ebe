import type { Page } from '@playwright/test'
import { shortAddress } from '@tribune/domain/wallet.ts'
import { ethereumWallet, solanaWallet } from '@tribune/server/testing/wallets.ts'
import { expectNoViolation, expectToFit } from '../../support/axe.ts'
import { hold } from '../../support/home.ts'
import { target } from '../../support/match.ts'
import { PHONE } from '../../support/samples.ts'
import { installWallet, setMood } from '../../support/wallets.ts'
import { expect, test } from '../../support/world.ts'

const NAME = 'Renard'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const ways = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('no wallet is offered where none announces itself, one of both chains twice, and a name without end is cut', async ({
  page,
}) => {
  await page.goto('/profile')
  await expect(button(page, 'Continuer avec Google')).toBeVisible()
  await expect(page.getByRole('button', { name: /Continuer avec/ })).toHaveCount(2)
  await installWallet(page, ethereumWallet(), { name: NAME })
  await installWallet(page, solanaWallet(), { name: NAME })
  await installWallet(page, solanaWallet(), { name: `Portefeuille ${'très '.repeat(50)}long` })
  await page.reload()
  await expect(button(page, `Continuer avec ${NAME} (Ethereum)`)).toBeVisible()
  await expect(button(page, `Continuer avec ${NAME} (Solana)`)).toBeVisible()
  await expect(button(page, 'Continuer avec Portefeuille très très t')).toBeVisible()
})

test('a newcomer signs in with a wallet of either chain, and learns what they need to vote', async ({
  page,
  complaints,
}) => {
  complaints.allow(/^409 \/api\/me\/identities\/unlink$/)
  const wallets = [
    { name: 'Renard', title: 'Portefeuille Ethereum', wallet: ethereumWallet() },
    { name: 'Fantôme', title: 'Portefeuille Solana', wallet: solanaWallet() },
  ]
  for (const { name, wallet } of wallets) await installWallet(page, wallet, { name })
  await page.goto('/profile')
  for (const { name, title, wallet } of wallets) {
    await test.step(title, async () => {
      await button(page, `Continuer avec ${name}`).click()
      await expect(ways(page, title)).toContainText(shortAddress(wallet.address))
      await expect(page.getByText('Un portefeuille ne suffit pas pour voter')).toBeVisible()
      await expect(page.getByText('Supporter', { exact: true })).toBeVisible()
      await ways(page, title).getByRole('button').click()
      await expect(page.getByText('C’est ta seule façon de te connecter')).toBeVisible()
      await button(page, 'Se déconnecter').click()
    })
  }
})

test('the vote tapped before a sign-in by wallet is refused with what to add', async ({ page, world, complaints }) => {
  complaints.allow(/^403 \/api\/votes\/\d+$/)
  await installWallet(page, ethereumWallet(), { name: NAME })
  const match = await world.build({ names: ['Basile Courbet'] })
  await page.goto(`/match/${match.id}`)
  await target(page, match.playerIds[0] ?? 0).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Continuer avec ${NAME}`, exact: true })
    .click()
  await expect(page.getByText('ajoute ton téléphone, Google ou Apple dans ton profil')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('1/3')).toHaveCount(0)
})

test('a fan adds a wallet, comes in with it elsewhere, and takes it away', async ({ page, world, browser }) => {
  const wallet = ethereumWallet()
  const { address } = wallet
  await installWallet(page, wallet, { name: NAME })
  await world.signIn(page)
  await page.goto('/profile')
  const check = await hold(page, '**/api/auth/wallet/verify')
  await button(page, `Ajouter ${NAME}`).click()
  await expect(button(page, `Ajouter ${NAME}`)).toHaveAttribute('aria-busy', 'true')
  check()
  await expect(page.getByText('Portefeuille ajouté.')).toBeVisible()
  await expect(ways(page, 'Portefeuille Ethereum')).toContainText(shortAddress(address))

  const elsewhere = await (await browser.newContext({ baseURL: world.url })).newPage()
  await installWallet(elsewhere, wallet, { name: NAME })
  await elsewhere.goto('/profile')
  await button(elsewhere, `Continuer avec ${NAME}`).click()
  await expect(button(elsewhere, `Retirer ${shortAddress(address)}`)).toBeVisible()
  await elsewhere.context().close()

  await button(page, `Retirer ${shortAddress(address)}`).click()
  await expect(ways(page, 'Portefeuille Ethereum')).toHaveCount(0)
})

test('a wallet that opens somebody else’s account is not added', async ({ page, world, browser, complaints }) => {
  complaints.allow(/^409 \/api\/auth\/wallet\/verify$/)
  const wallet = solanaWallet()
  const owner = await (await browser.newContext({ baseURL: world.url })).newPage()
  await installWallet(owner, wallet, { name: NAME })
  await owner.goto('/profile')
  await button(owner, `Continuer avec ${NAME}`).click()
  await expect(ways(owner, 'Portefeuille Solana')).toHaveCount(1)
  await owner.context().close()
  await installWallet(page, wallet, { name: NAME })
  await world.signIn(page)
  await page.goto('/profile')
  await button(page, `Ajouter ${NAME}`).click()
  await expect(page.getByText('Ce portefeuille ouvre déjà un autre compte.')).toBeVisible()
})

test('whatever a wallet does instead of signing is said, and its button serves again', async ({ page }) => {
  await installWallet(page, ethereumWallet(), { name: NAME, mood: 'refuses to sign' })
  await page.goto('/profile')
  const enter = button(page, `Continuer avec ${NAME}`)
  await enter.click()
  await expect(page.getByText(`❌ Erreur: tu as refusé dans ${NAME}. Rien n’a été signé.`)).toBeVisible()
  setMood(page, NAME, 'has no account')
  await enter.click()
  await expect(page.getByText(`❌ Erreur: aucun compte n’est choisi dans ${NAME}.`)).toBeVisible()
  setMood(page, NAME, 'is busy')
  await enter.click()
  await expect(page.getByText(`❌ Erreur: ${NAME} attend déjà ta réponse. Ouvre-le.`)).toBeVisible()
  setMood(page, NAME, 'is broken')
  await enter.click()
  await expect(page.getByText(`❌ Erreur: ${NAME} n’a pas répondu comme prévu.`)).toBeVisible()
  setMood(page, NAME, 'is silent')
  await enter.click()
  await expect(page.getByText(`Réponds dans ${NAME}.`)).toBeVisible()
  setMood(page, NAME, 'willing')
  await enter.click()
  await expect(ways(page, 'Portefeuille Ethereum')).toHaveCount(1)
})

test('a fan who asks a wallet again that is still asking only answers there', async ({ page }) => {
  await installWallet(page, ethereumWallet(), { name: NAME, mood: 'thinks' })
  await page.goto('/profile')
  await button(page, `Continuer avec ${NAME}`).click()
  await expect(page.getByText(`Réponds dans ${NAME}.`)).toBeVisible()
  setMood(page, NAME, 'is busy')
  await button(page, `Continuer avec ${NAME}`).click()
  await expect(page.getByText(`❌ Erreur: ${NAME} attend déjà ta réponse. Ouvre-le.`)).toBeVisible()
  setMood(page, NAME, 'willing')
  await expect(ways(page, 'Portefeuille Ethereum')).toHaveCount(1)
})

test('a fan with a wallet alone signs in once more with it, and with no other', async ({ page, world, complaints }) => {
  complaints.allow(/^403 \/api\/auth\/wallet\/verify$/)
  const [own, other] = [ethereumWallet(), ethereumWallet()]
  await installWallet(page, own, { name: NAME })
  await installWallet(page, other, { name: 'Loup' })
  await page.goto('/profile')
  await button(page, `Continuer avec ${NAME}`).click()
  await expect(ways(page, 'Portefeuille Ethereum')).toHaveCount(1)
  await world.advance(61)
  await button(page, 'Ajouter Loup').click()
  const again = page.getByRole('dialog', { name: 'C’est bien toi ?' })
  await again.getByRole('button', { name: 'Continuer avec Loup' }).click()
  await expect(
    again.getByText('le compte choisi dans Loup n’est pas celui qui ouvre ton compte Tribune.'),
  ).toBeVisible()
  await again.getByRole('button', { name: `Continuer avec ${NAME}` }).click()
  await expect(page.getByText('Portefeuille ajouté.')).toBeVisible()
  await expect(ways(page, 'Portefeuille Ethereum')).toHaveCount(2)
})

test('wallets have no accessibility violation', async ({ page, world, complaints }) => {
  complaints.allow(/^403 \/api\/auth\/wallet\/verify$/)
  await page.setViewportSize(PHONE)
  await installWallet(page, ethereumWallet(), { name: NAME, mood: 'is silent' })
  await installWallet(page, solanaWallet(), { name: 'Fantôme' })
  const match = await world.build({ names: ['Basile Courbet'] })
  await page.goto(`/match/${match.id}`)
  await target(page, match.playerIds[0] ?? 0).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Continuer avec Fantôme' })).toBeVisible()
  await expectNoViolation(page, 'over a match')
  await page.goto('/profile')
  await button(page, `Continuer avec ${NAME}`).click()
  await expect(page.getByText(`Réponds dans ${NAME}.`)).toBeVisible()
  await expectNoViolation(page, 'waiting')
  await button(page, 'Continuer avec Fantôme').click()
  await expect(ways(page, 'Portefeuille Solana')).toHaveCount(1)
  await expect(button(page, `Ajouter ${NAME}`)).toBeVisible()
  await expectNoViolation(page, 'sign-in methods')
  await world.advance(61)
  await button(page, 'Ajouter Fantôme').click()
  await expect(page.getByRole('dialog', { name: 'C’est bien toi ?' })).toBeVisible()
  await expectNoViolation(page, 'again')
  await expectToFit(page)
})
