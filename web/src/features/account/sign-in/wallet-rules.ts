import type { WalletChain } from '@tribune/domain/fans/wallet.ts'

/** A wallet of any chain that has announced itself on this page. */
export interface Wallet {
  readonly chain: WalletChain
  /** Its own name, sanitised. */
  readonly name: string
  /** Asks the fan to choose an account. Returns `null` if they choose none. */
  connect(): Promise<WalletSigner | null>
}

/** An account that the fan chose in their wallet. */
export interface WalletSigner {
  readonly address: string
  /** Returns the signature of a message, as `0x` and hexadecimal digits. */
  sign(message: string): Promise<string>
}

const NAME_MAX_LENGTH = 24

/** Sanitises a wallet's own name: removes invisible and direction-changing characters, and limits it to the length of a button. */
export function harmlessName(name: unknown): string {
  if (typeof name !== 'string') return ''
  const seen = name.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim()
  return [...seen].slice(0, NAME_MAX_LENGTH).join('').trim()
}

/** Converts bytes to `0x` and hexadecimal digits. */
export function hexOf(bytes: Iterable<number>): string {
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** Reason why a wallet did not sign. */
export type WalletRefusal = 'refused' | 'pending' | 'silent'

/** Error codes of EIP-1193 and JSON-RPC. Solana wallets use them too, or only a message. */
const USER_REFUSED = 4001
const ALREADY_ASKED = -32_002
const REFUSED = /reject|denied|declin|cancel|closed/i

/** Interprets the error that a wallet threw. */
export function walletRefusal(error: unknown): WalletRefusal {
  const { code, message } = isRecord(error) ? error : {}
  if (code === ALREADY_ASKED) return 'pending'
  return code === USER_REFUSED || REFUSED.test(String(message)) ? 'refused' : 'silent'
}
