import { harmlessName, hexOf, isRecord, type Wallet } from './wallet-rules.ts'

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
export function hearSolanaWallets(found: (wallet: Wallet) => void): () => void {
  let listening = true
  const register = (...wallets: readonly unknown[]) => {
    for (const one of wallets) {
      const wallet = listening ? walletIn(one) : null
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

function walletIn(value: unknown): Wallet | null {
  if (!isRecord(value) || !isOfSolana(value.chains)) return null
  const name = harmlessName(value.name)
  const features = featuresIn(value.features)
  return name === '' || features === null ? null : { chain: 'solana', name, connect: () => connect(features) }
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

async function connect({ connect: ask, signMessage }: Features) {
  const { accounts = [] } = await ask()
  const account = accounts.find(({ chains }) => isOfSolana(chains))
  if (account === undefined) return null
  const sign = async (message: string) => {
    const [signed] = await signMessage({ account, message: new TextEncoder().encode(message) })
    return hexOf(signed?.signature ?? [])
  }
  return { address: account.address, sign }
}
