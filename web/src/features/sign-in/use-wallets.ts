import { useEffect, useState } from 'react'
import { hearEthereumWallets } from './ethereum-wallets.ts'
import { hearSolanaWallets } from './solana-wallets.ts'
import type { Wallet } from './wallets.ts'

const MOST_SHOWN = 4

/** The wallets that announce themselves on this page, the first ones; each once, however often it does. */
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

/** One more wallet, unless it is there already or there are enough. */
export function withWallet(known: readonly Wallet[], wallet: Wallet): readonly Wallet[] {
  const isThere = known.some(({ chain, name }) => chain === wallet.chain && name === wallet.name)
  return isThere || known.length >= MOST_SHOWN ? known : [...known, wallet]
}
