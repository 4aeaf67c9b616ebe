import type { Page } from '@playwright/test'
import type { TestWallet } from '@tribune/server/testing/wallets.ts'

/** How an injected wallet behaves. */
interface Behaviour {
  readonly name: string
  /** Its reaction to a request for an account or a signature. */
  readonly mood?: 'willing' | 'refuses to sign' | 'has no account' | 'is busy' | 'is silent' | 'is broken' | 'thinks'
}

const moods = new WeakMap<Page, Map<string, Behaviour['mood']>>()

/** Injects a wallet into a page before it opens, as an extension does; its key stays outside. */
export async function installWallet(
  page: Page,
  wallet: TestWallet,
  { name, mood = 'willing' }: Behaviour,
): Promise<void> {
  const known = moods.get(page) ?? new Map()
  moods.set(page, known.set(name, mood))
  const id = `wallet_${wallet.address}`
  await page.exposeFunction(`${id}_mood`, () => known.get(name))
  await page.exposeFunction(`${id}_sign`, (message: string) => wallet.sign(message))
  await page.addInitScript({ ethereum, solana }[wallet.chain], { id, name, address: wallet.address })
}

/** Changes the wallet's behaviour from now on. */
export function setMood(page: Page, name: string, mood: Behaviour['mood']): void {
  moods.get(page)?.set(name, mood)
}

/** A wallet in the page: what its functions begin with, and how it introduces itself. */
interface Injected {
  readonly id: string
  readonly name: string
  readonly address: string
}

/** What stands outside the page, by its name. */
type Outside = Record<string, (message?: string) => Promise<string>>

/** Runs in the page: an EIP-1193 provider, announced by EIP-6963. */
function ethereum({ id, name, address }: Injected): void {
  const outside = window as unknown as Outside
  const refusal = (code: number, message: string) => Object.assign(new Error(message), { code })
  const sign = (params: string[] = []) => {
    const digits = params[0]?.slice(2).match(/../g) ?? []
    const bytes = digits.map((pair) => Number.parseInt(pair, 16))
    return outside[`${id}_sign`]?.(new TextDecoder().decode(Uint8Array.from(bytes)))
  }
  const request = async ({ method, params }: { method: string; params?: string[] }) => {
    let mood = await outside[`${id}_mood`]?.()
    if (mood === 'thinks') while (mood !== 'willing') mood = await outside[`${id}_mood`]?.()
    if (mood === 'is silent') return new Promise(() => {})
    if (mood === 'is busy') throw refusal(-32002, 'Request already pending')
    if (mood === 'is broken') throw refusal(-32603, 'Internal error')
    if (method === 'eth_requestAccounts') return mood === 'has no account' ? [] : [address.toLowerCase()]
    if (mood === 'refuses to sign') throw refusal(4001, 'User rejected the request.')
    return sign(params)
  }
  const detail = Object.freeze({ info: { uuid: id, name, icon: '', rdns: `test.${id}` }, provider: { request } })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}

/** Runs in the page: a wallet of the Wallet Standard. */
function solana({ id, name, address }: Injected): void {
  const outside = window as unknown as Outside
  const chains = ['solana:mainnet']
  const account = { address, publicKey: new Uint8Array(32), chains, features: ['solana:signMessage'] }
  const connect = async () => ({
    accounts: (await outside[`${id}_mood`]?.()) === 'has no account' ? [] : [account],
  })
  const signMessage = async ({ message }: { message: Uint8Array }) => {
    if ((await outside[`${id}_mood`]?.()) === 'refuses to sign') throw new Error('User rejected the request.')
    const signature = await outside[`${id}_sign`]?.(new TextDecoder().decode(message))
    const digits = signature?.slice(2).match(/../g) ?? []
    const bytes = digits.map((pair) => Number.parseInt(pair, 16))
    return [{ signedMessage: message, signature: Uint8Array.from(bytes) }]
  }
  const features = {
    'standard:connect': { version: '1.0.0', connect },
    'solana:signMessage': { version: '1.0.0', signMessage },
  }
  const wallet = { version: '1.0.0', name, icon: '', chains, features, accounts: [] }
  const register = (api: { register(wallet: object): void }) => api.register(wallet)
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  window.addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent).detail))
}
