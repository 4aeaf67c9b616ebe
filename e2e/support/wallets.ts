import type { Page } from '@playwright/test'
import type { TestWallet } from '@tribune/server/testing/wallets.ts'

/** Injects an Ethereum wallet into a page before it opens, as an extension does; its key stays outside. */
export async function installWallet(page: Page, wallet: TestWallet, name: string): Promise<void> {
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
