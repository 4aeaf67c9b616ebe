import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import type { WalletChain } from '@tribune/domain/fans/wallet.ts'
import { walletStatement } from '@tribune/french/sentences/messages/wallet.ts'

/** Bytes of an account's own signature. A contract's signature is longer, and only the chain could verify it. */
const SIGNATURE_BYTES: Readonly<Record<WalletChain, number>> = { ethereum: 65, solana: 64 }
const ETHEREUM_ADDRESS = /^0x[\da-f]{40}$/i
const SOLANA_ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
const SOLANA_KEY_BYTES = 32

/** Names of each chain in the message, by EIP-4361 and its Solana counterpart. */
const NAMES = {
  ethereum: { account: 'Ethereum', chainId: '1' },
  solana: { account: 'Solana', chainId: 'mainnet' },
} as const satisfies Record<WalletChain, object>

/** A wallet's account, by its canonical address. */
export interface WalletAccount {
  readonly chain: WalletChain
  readonly address: string
}

/** Returns the canonical form of an address, or `null` if it is not one of its chain. */
export function canonicalAddress(chain: WalletChain, address: string): string | null {
  if (chain === 'ethereum') return ETHEREUM_ADDRESS.test(address) ? checksummed(address.slice(2).toLowerCase()) : null
  return SOLANA_ADDRESS.test(address) && base58.decode(address).length === SOLANA_KEY_BYTES ? address : null
}

/** The parts that make a message unique. */
interface Challenge {
  readonly nonce: string
  readonly issuedAt: Date
  readonly endsAt: Date
}

/** Returns the exact message that a wallet has to sign. Wallets compare its first line with the page that asks. */
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
    walletStatement,
    '',
    `URI: ${publicUrl}`,
    'Version: 1',
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt.toISOString()}`,
    `Expiration Time: ${endsAt.toISOString()}`,
  ].join('\n')
}

/** Returns whether a signature has the length of one that an account makes itself, without a contract. */
export function isOwnSignature(chain: WalletChain, signature: string): boolean {
  return signature.length === 2 + 2 * SIGNATURE_BYTES[chain]
}

/** Returns whether the account itself signed the message. Keys of small order, for which any signature would verify, are refused. */
export function hasSigned({ chain, address }: WalletAccount, message: string, signature: string): boolean {
  try {
    const [text, signed] = [utf8ToBytes(message), hexToBytes(signature.slice(2))]
    if (chain === 'ethereum') return signerOf(text, signed) === address
    return ed25519.verify(signed, text, base58.decode(address), { zip215: false })
  } catch {
    // The libraries throw on malformed signatures.
    return false
  }
}

/** Recovery id by the last byte of a signature, which says which of two keys made it. */
const RECOVERY_IDS: Readonly<Record<number, number>> = { 0: 0, 1: 1, 27: 0, 28: 1 }

/** Returns the address of the key that signed a text as wallets do (EIP-191), or `null` for an invalid recovery byte. */
function signerOf(text: Uint8Array, signature: Uint8Array): string | null {
  const recovery = RECOVERY_IDS[signature[64] ?? -1]
  if (recovery === undefined) return null
  const prefix = utf8ToBytes(`\x19Ethereum Signed Message:\n${text.length}`)
  const recovered = concatBytes(Uint8Array.of(recovery), signature.subarray(0, 64))
  const key = secp256k1.recoverPublicKey(recovered, keccak_256(concatBytes(prefix, text)), { prehash: false })
  const point = secp256k1.Point.fromBytes(key).toBytes(false).subarray(1)
  return checksummed(bytesToHex(keccak_256(point).subarray(12)))
}

/** Returns an address in the mixed case that serves as its checksum (EIP-55). */
function checksummed(hex: string): string {
  const hash = bytesToHex(keccak_256(utf8ToBytes(hex)))
  return `0x${[...hex].map((sign, at) => (Number.parseInt(hash[at] ?? '0', 16) > 7 ? sign.toUpperCase() : sign)).join('')}`
}
