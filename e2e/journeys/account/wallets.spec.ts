import type { Page } from '@playwright/test'
import { shortAddress } from '@tribune/domain/fans/wallet.ts'
import { ethereumWallet } from '@tribune/server/testing/wallets.ts'
import { hold } from '../../support/home.ts'
import { installWallet } from '../../support/wallets.ts'
import { expect, test } from '../../support/world.ts'

const NAME = 'Renard'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const ways = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('a fan adds a wallet, comes in with it elsewhere, and takes it away', async ({ page, world, browser }) => {
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
