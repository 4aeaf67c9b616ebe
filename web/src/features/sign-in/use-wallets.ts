import { useEffect, useState } from 'react'
import { hearEthereumWallets } from './ethereum-calls.ts'
import { hearSolanaWallets } from './solana-calls.ts'
import type { Wallet } from './wallet-rules.ts'

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
