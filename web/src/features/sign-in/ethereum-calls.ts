import { harmlessName, hexOf, isRecord, type Wallet } from './wallet-rules.ts'

const ANNOUNCED = 'eip6963:announceProvider'
const ASKED = 'eip6963:requestProvider'

/** Provider of a wallet (EIP-1193), with the method that is used here. */
interface Provider {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>
}

/** Reports the Ethereum wallets on this page (EIP-6963), present and future ones. Returns a function that unsubscribes. */
export function hearEthereumWallets(found: (wallet: Wallet) => void): () => void {
  const hear = (event: Event) => {
    const wallet = walletIn((event as CustomEvent<unknown>).detail)
    if (wallet !== null) found(wallet)
  }
  window.addEventListener(ANNOUNCED, hear)
  window.dispatchEvent(new Event(ASKED))
  return () => window.removeEventListener(ANNOUNCED, hear)
}

function walletIn(detail: unknown): Wallet | null {
  const { info, provider } = isRecord(detail) ? detail : {}
  const name = isRecord(info) ? harmlessName(info.name) : ''
  if (name === '' || !isProvider(provider)) return null
  return { chain: 'ethereum', name, connect: () => connect(provider) }
}

function isProvider(value: unknown): value is Provider {
  return isRecord(value) && typeof value.request === 'function'
}

async function connect(provider: Provider) {
  const accounts = await provider.request({ method: 'eth_requestAccounts' })
  const address: unknown = Array.isArray(accounts) ? accounts[0] : undefined
  if (typeof address !== 'string') return null
  const sign = async (message: string) => {
    const params = [hexOf(new TextEncoder().encode(message)), address]
    return String(await provider.request({ method: 'personal_sign', params }))
  }
  return { address, sign }
}
