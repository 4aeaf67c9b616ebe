/** Chains whose wallets are accepted as a sign-in method (docs/decisions/020). */
export const WALLET_CHAINS = ['ethereum', 'solana'] as const
/** One of the chains. */
export type WalletChain = (typeof WALLET_CHAINS)[number]

const SHOWN_FIRST = 6
const SHOWN_LAST = 4

/** Returns whether the name of a sign-in method is one of the chains. */
export function isWalletChain(method: string): method is WalletChain {
  return WALLET_CHAINS.some((chain) => chain === method)
}

/** Shortens a wallet's address to the parts that people compare: its first six and last four characters. */
export function shortAddress(address: string): string {
  return `${address.slice(0, SHOWN_FIRST)}…${address.slice(-SHOWN_LAST)}`
}
