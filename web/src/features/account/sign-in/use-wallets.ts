import { useEffect, useState } from 'react'
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
    const wallet = ethereumWalletIn((event as CustomEvent<unknown>).detail)
    if (wallet !== null) found(wallet)
  }
  window.addEventListener(ANNOUNCED, hear)
  window.dispatchEvent(new Event(ASKED))
  return () => window.removeEventListener(ANNOUNCED, hear)
}

function ethereumWalletIn(detail: unknown): Wallet | null {
  const { info, provider } = isRecord(detail) ? detail : {}
  const name = isRecord(info) ? harmlessName(info.name) : ''
  if (name === '' || !isProvider(provider)) return null
  return { chain: 'ethereum', name, connect: () => connectEthereum(provider) }
}

function isProvider(value: unknown): value is Provider {
  return isRecord(value) && typeof value.request === 'function'
}

async function connectEthereum(provider: Provider) {
  const accounts = await provider.request({ method: 'eth_requestAccounts' })
  const address: unknown = Array.isArray(accounts) ? accounts[0] : undefined
  if (typeof address !== 'string') return null
  const sign = async (message: string) => {
    const params = [hexOf(new TextEncoder().encode(message)), address]
    return String(await provider.request({ method: 'personal_sign', params }))
  }
  return { address, sign }
}

const READY = 'wallet-standard:app-ready'
const REGISTERED = 'wallet-standard:register-wallet'
const CHAIN = /^solana:/

interface Account {
  readonly address: string
  readonly chains?: unknown
}
/** The features of a wallet (Wallet Standard) that are used here. */
interface Features {
  readonly connect: () => Promise<{ readonly accounts?: readonly Account[] }>
  readonly signMessage: (input: {
    readonly account: Account
    readonly message: Uint8Array
  }) => Promise<readonly { readonly signature: Uint8Array }[]>
}

/** Reports the Solana wallets on this page (Wallet Standard), present and future ones. Returns a function that unsubscribes. */
function hearSolanaWallets(found: (wallet: Wallet) => void): () => void {
  let listening = true
  const register = (...wallets: readonly unknown[]) => {
    for (const one of wallets) {
      const wallet = listening ? solanaWalletIn(one) : null
      if (wallet !== null) found(wallet)
    }
    return () => {}
  }
  const hear = (event: Event) => {
    const { detail } = event as CustomEvent<unknown>
    if (typeof detail === 'function') detail({ register })
  }
  window.addEventListener(REGISTERED, hear)
  window.dispatchEvent(new CustomEvent(READY, { detail: { register } }))
  return () => {
    listening = false
    window.removeEventListener(REGISTERED, hear)
  }
}

function solanaWalletIn(value: unknown): Wallet | null {
  if (!isRecord(value) || !isOfSolana(value.chains)) return null
  const name = harmlessName(value.name)
  const features = featuresIn(value.features)
  return name === '' || features === null ? null : { chain: 'solana', name, connect: () => connectSolana(features) }
}

function isOfSolana(chains: unknown): boolean {
  return Array.isArray(chains) && chains.some((chain) => CHAIN.test(String(chain)))
}

function featuresIn(features: unknown): Features | null {
  if (!isRecord(features)) return null
  const { 'standard:connect': connecting, 'solana:signMessage': signing } = features
  const isWhole =
    isRecord(connecting) &&
    typeof connecting.connect === 'function' &&
    isRecord(signing) &&
    typeof signing.signMessage === 'function'
  if (!isWhole) return null
  // Called as methods, because a wallet may rely on `this`.
  return {
    connect: () => (connecting as unknown as Features).connect(),
    signMessage: (input) => (signing as unknown as Features).signMessage(input),
  }
}

async function connectSolana({ connect: ask, signMessage }: Features) {
  const { accounts = [] } = await ask()
  const account = accounts.find(({ chains }) => isOfSolana(chains))
  if (account === undefined) return null
  const sign = async (message: string) => {
    const [signed] = await signMessage({ account, message: new TextEncoder().encode(message) })
    return hexOf(signed?.signature ?? [])
  }
  return { address: account.address, sign }
}
