import { ed25519 } from '@noble/curves/ed25519'
import { base58 } from '@scure/base'
import type { WalletChain } from '@tribune/domain/wallet.ts'
import type { Hex } from 'viem'
import { getAddress, hexToBytes, recoverMessageAddress } from 'viem/utils'

/** Bytes of what an account itself signs; a contract's signature is longer, and only its chain could say what it is worth. */
const SIGNATURE_BYTES: Readonly<Record<WalletChain, number>> = { ethereum: 65, solana: 64 }
const ETHEREUM_ADDRESS = /^0x[\da-f]{40}$/i
const SOLANA_ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
const SOLANA_KEY_BYTES = 32

/** How the standards name each chain in the message: EIP-4361, and its sibling of Solana. */
const NAMES = {
  ethereum: { account: 'Ethereum', chainId: '1' },
  solana: { account: 'Solana', chainId: 'mainnet' },
} as const satisfies Record<WalletChain, object>
/** Plain ASCII, as EIP-4361 has it: a wallet that reads the message would refuse an accent. */
const STATEMENT =
  'Cette signature prouve que ce portefeuille est le tien. Elle est gratuite et ne donne aucun autre droit.'

/** A wallet's account by the one form of its address. */
export interface WalletAccount {
  readonly chain: WalletChain
  readonly address: string
}

/** The one form of an address; `null` where it is none of its chain. */
export function canonicalAddress(chain: WalletChain, address: string): string | null {
  if (chain === 'ethereum') return ETHEREUM_ADDRESS.test(address) ? getAddress(address.toLowerCase()) : null
  return SOLANA_ADDRESS.test(address) && base58.decode(address).length === SOLANA_KEY_BYTES ? address : null
}

/** What makes one message different from all others. */
interface Challenge {
  readonly nonce: string
  readonly issuedAt: Date
  readonly endsAt: Date
}

/** What a wallet is asked to sign, to the letter; wallets compare its first line with the page that asks. */
export function walletMessage(
  publicUrl: string,
  { chain, address }: WalletAccount,
  { nonce, issuedAt, endsAt }: Challenge,
): string {
  const { account, chainId } = NAMES[chain]
  return [
    `${new URL(publicUrl).host} wants you to sign in with your ${account} account:`,
    address,
    '',
    STATEMENT,
    '',
    `URI: ${publicUrl}`,
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt.toISOString()}`,
    `Expiration Time: ${endsAt.toISOString()}`,
  ].join('\n')
}

/** Whether a signature has the length of one that an account makes itself, without a contract. */
export function isOwnSignature(chain: WalletChain, signature: Hex): boolean {
  return hexToBytes(signature).length === SIGNATURE_BYTES[chain]
}

/** Whether the account itself signed the message. A key that fits any signature (of small order) signs nothing. */
export async function hasSigned({ chain, address }: WalletAccount, message: string, signature: Hex): Promise<boolean> {
  try {
    if (chain === 'ethereum') return (await recoverMessageAddress({ message, signature })) === address
    const bytes = new TextEncoder().encode(message)
    return ed25519.verify(hexToBytes(signature), bytes, base58.decode(address), { zip215: false })
  } catch {
    // No signature at all, by its numbers.
    return false
  }
}
