import type { WalletChain } from '@tribune/domain/wallet.ts'

/** A wallet that announced itself on this page, whatever its chain. */
export interface Wallet {
  readonly chain: WalletChain
  /** What it calls itself, made harmless. */
  readonly name: string
  /** Asks the fan to choose an account; `null` where they chose none. */
  connect(): Promise<WalletSigner | null>
}

/** An account that the fan chose in their wallet. */
export interface WalletSigner {
  readonly address: string
  /** The signature of a message, as `0x` and hexadecimal digits. */
  sign(message: string): Promise<string>
}

const NAME_MAX_LENGTH = 24

/** A wallet says itself what it is called: nothing that cannot be seen, nor turns what stands around, and not more than a button holds. */
export function harmlessName(name: unknown): string {
  if (typeof name !== 'string') return ''
  const seen = name.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim()
  return [...seen].slice(0, NAME_MAX_LENGTH).join('').trim()
}

/** Bytes as `0x` and hexadecimal digits. */
export function hexOf(bytes: Iterable<number>): string {
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** Why a wallet did not sign. */
export type WalletRefusal = 'refused' | 'pending' | 'silent'

/** Of EIP-1193 and JSON-RPC; wallets of Solana use them too, or say it in words. */
const USER_REFUSED = 4001
const ALREADY_ASKED = -32_002
const REFUSED = /reject|denied|declin|cancel|closed/i

/** What a wallet means that threw something instead of answering. */
export function walletRefusal(error: unknown): WalletRefusal {
  const { code, message } = isRecord(error) ? error : {}
  if (code === ALREADY_ASKED) return 'pending'
  return code === USER_REFUSED || REFUSED.test(String(message)) ? 'refused' : 'silent'
}
