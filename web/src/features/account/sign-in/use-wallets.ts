import { useEffect, useState } from 'react'
import { hearSolanaWallets } from './solana-calls.ts'
import { harmlessName, hexOf, isRecord, type Wallet } from './wallet-rules.ts'

const MAX_SHOWN = 4

/** Returns the first wallets that announce themselves on this page, each once. */
export function useWallets(): readonly Wallet[] {
  const [wallets, setWallets] = useState<readonly Wallet[]>([])
  useEffect(() => {
    const found = (wallet: Wallet) => setWallets((known) => withWallet(known, wallet))
    const ends = [hearEthereumWallets(found), hearSolanaWallets(found)]
    return () => {
      for (const end of ends) end()
    }
  }, [])
  return wallets
}

/** Adds a wallet, unless it is known already or there are enough. */
export function withWallet(known: readonly Wallet[], wallet: Wallet): readonly Wallet[] {
  const isThere = known.some(({ chain, name }) => chain === wallet.chain && name === wallet.name)
  return isThere || known.length >= MAX_SHOWN ? known : [...known, wallet]
}

const ANNOUNCED = 'eip6963:announceProvider'
const ASKED = 'eip6963:requestProvider'

/** Provider of a wallet (EIP-1193), with the method that is used here. */
interface Provider {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>
}

/** Reports the Ethereum wallets on this page (EIP-6963), present and future ones. Returns a function that unsubscribes. */
function hearEthereumWallets(found: (wallet: Wallet) => void): () => void {
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
