import type { WalletChain } from '@tribune/domain/fans/wallet.ts'
import { onTestFinished } from 'vitest'
import { commands } from 'vitest/browser'

/** A wallet's reaction to a request for an account or a signature. */
type Mood = 'willing' | 'refuses to sign' | 'has no account' | 'is busy' | 'is silent' | 'is broken' | 'thinks'

/** A wallet in the page. */
export interface Injected {
  readonly address: string
  /** Changes its reaction from now on. */
  setMood(mood: Mood): void
}

interface Behaviour {
  mood: Mood
  /** Called when the mood changes. */
  changed: () => void
}

/** Injects a wallet before the app opens, as an extension does, until the test ends. */
export async function installWallet(chain: WalletChain, name: string, mood: Mood = 'willing'): Promise<Injected> {
  const installed = new AbortController()
  onTestFinished(() => installed.abort())
  const address = await commands.makeWallet(chain)
  const behaviour: Behaviour = { mood, changed: () => {} }
  const announce = chain === 'ethereum' ? announceEthereum : announceSolana
  announce(name, address, behaviour, installed.signal)
  return {
    address,
    setMood(next) {
      behaviour.mood = next
      behaviour.changed()
    },
  }
}

/** Injects an EIP-1193 provider, announced by EIP-6963. */
function announceEthereum(name: string, address: string, behaviour: Behaviour, signal: AbortSignal): void {
  const refusal = (code: number, message: string) => Object.assign(new Error(message), { code })
  const sign = ([message = '']: string[] = []) =>
    commands.signByWallet(address, new TextDecoder().decode(bytesOf(message)))
  const thought = () =>
    new Promise<void>((resolve) => {
      behaviour.changed = () => behaviour.mood === 'willing' && resolve()
    })
  const request = async ({ method, params }: { method: string; params?: string[] }) => {
    if (behaviour.mood === 'thinks') await thought()
    const { mood } = behaviour
    if (mood === 'is silent') return new Promise(() => {})
    if (mood === 'is busy') throw refusal(-32002, 'Request already pending')
    if (mood === 'is broken') throw refusal(-32603, 'Internal error')
    if (method === 'eth_requestAccounts') return mood === 'has no account' ? [] : [address.toLowerCase()]
    if (mood === 'refuses to sign') throw refusal(4001, 'User rejected the request.')
    return sign(params)
  }
  const info = { uuid: address, name, icon: '', rdns: `test.${address}` }
  const detail = Object.freeze({ info, provider: { request } })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce, { signal })
  announce()
}

/** Injects a wallet of the Wallet Standard. */
function announceSolana(name: string, address: string, behaviour: Behaviour, signal: AbortSignal): void {
  const chains = ['solana:mainnet']
  const account = { address, publicKey: new Uint8Array(32), chains, features: ['solana:signMessage'] }
  const connect = async () => ({ accounts: behaviour.mood === 'has no account' ? [] : [account] })
  const signMessage = async ({ message }: { message: Uint8Array }) => {
    if (behaviour.mood === 'refuses to sign') throw new Error('User rejected the request.')
    const signature = await commands.signByWallet(address, new TextDecoder().decode(message))
    return [{ signedMessage: message, signature: bytesOf(signature) }]
  }
  const features = {
    'standard:connect': { version: '1.0.0', connect },
    'solana:signMessage': { version: '1.0.0', signMessage },
  }
  const wallet = { version: '1.0.0', name, icon: '', chains, features, accounts: [] }
  const register = (api: { register(wallet: object): void }) => api.register(wallet)
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  const onReady = (event: Event) => register((event as CustomEvent).detail)
  window.addEventListener('wallet-standard:app-ready', onReady, { signal })
}

/** Converts `0x` and hexadecimal digits to bytes. */
function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
