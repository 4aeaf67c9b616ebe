/** The chains whose wallets open accounts. */
export const WALLET_CHAINS = ['ethereum', 'solana'] as const
export type WalletChain = (typeof WALLET_CHAINS)[number]

const SHOWN_FIRST = 6
const SHOWN_LAST = 4

/** Whether a way into an account, by its name, is a wallet of one of the chains. */
export function isWalletChain(way: string): way is WalletChain {
  return WALLET_CHAINS.some((chain) => chain === way)
}

/** An address as people compare it: its first six signs and its last four. */
export function shortAddress(address: string): string {
  return `${address.slice(0, SHOWN_FIRST)}…${address.slice(-SHOWN_LAST)}`
}
