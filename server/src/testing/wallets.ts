import { generateKeyPairSync, sign } from 'node:crypto'
import { base58 } from '@scure/base'
import type { WalletChain } from '@tribune/domain/fans/wallet.ts'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Visitor } from './accounts.ts'

/** A wallet with one account: signs what it is given, as the real ones do. */
export interface TestWallet {
  readonly chain: WalletChain
  readonly address: string
  sign(message: string): Promise<string>
}

export function ethereumWallet(): TestWallet {
  const account = privateKeyToAccount(generatePrivateKey())
  return { chain: 'ethereum', address: account.address, sign: (message) => account.signMessage({ message }) }
}

export function solanaWallet(): TestWallet {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const address = base58.encode(Buffer.from(x, 'base64url'))
  return {
    chain: 'solana',
    address,
    sign: async (message) => `0x${sign(null, Buffer.from(message), privateKey).toString('hex')}`,
  }
}

export const NEW_WALLETS = { ethereum: ethereumWallet, solana: solanaWallet } as const

/** Asks for a message to sign. */
export async function askToSign(visitor: Visitor, { chain, address }: TestWallet) {
  const answer = await visitor.post('/api/auth/wallet/challenge', { chain, address })
  return answer.json() as { readonly nonce: string; readonly message: string }
}

/** Signs a new message, with which a wallet proves itself. */
export async function signedBy(visitor: Visitor, wallet: TestWallet) {
  const { nonce, message } = await askToSign(visitor, wallet)
  return { chain: wallet.chain, address: wallet.address, nonce, signature: await wallet.sign(message) }
}

/** Proves a wallet, from the button to the server's answer. */
export async function enterByWallet(visitor: Visitor, wallet: TestWallet, more: object = {}) {
  return visitor.post('/api/auth/wallet/verify', { ...(await signedBy(visitor, wallet)), ...more })
}
