import { randomBytes, randomUUID } from 'node:crypto'
import type { GenericEndpointContext } from '@better-auth/core'
import { runWithTransaction } from '@better-auth/core/context'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { WALLET_CHAINS, type WalletChain } from '@tribune/domain/fans/wallet.ts'
import { walletStatement } from '@tribune/french/sentences/messages/wallet.ts'
import type { BetterAuthPlugin, User } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import type { App } from '../../context.ts'
import { placeholderAddress } from '../contacts/phones.ts'
import { sessionOf } from '../hook.ts'
import { MINUTE_S, rowEnd } from '../settings.ts'

const ADDRESS_MAX_LENGTH = 44
/** Also accepts the long signatures of contracts, so that their owners get the refusal that explains why. */
const SIGNATURE = /^0x(?:[\da-f]{2}){1,4000}$/i

/** Requests the message that a wallet has to sign. */
export const walletChallenge = z.strictObject({
  chain: z.enum(WALLET_CHAINS),
  address: z.string().max(ADDRESS_MAX_LENGTH),
})
/** Brings the wallet's signature. With `link` the wallet becomes a sign-in method of the signed-in fan. */
export const walletProof = z.strictObject({
  ...walletChallenge.shape,
  nonce: z.string().regex(/^[\da-f]{32}$/),
  signature: z.string().regex(SIGNATURE),
  link: z.literal(true).optional(),
})

const LIFE_MS = 5 * MINUTE_S * 1_000
const NONCE_BYTES = 16

/** Key under which the time of a message is stored. Includes the account, so that the nonce is valid for no other address or chain. */
const challengeOf = ({ chain, address }: WalletAccount, nonce: string) => `wallet ${chain} ${address} ${nonce}`

/**
 * Sign-in and sign-up with a wallet, which signs a message that this server composes. The call that returns it brings only the signature: the
 * message is composed again from its stored parts.
 */
export function byWallet({ clock, publicUrl }: App) {
  const messageOf = (account: WalletAccount, nonce: string, issuedAt: Date) =>
    walletMessage(publicUrl, account, { nonce, issuedAt, endsAt: new Date(issuedAt.getTime() + LIFE_MS) })

  const challenge = createAuthEndpoint('/wallet/challenge', { method: 'POST', body: walletChallenge }, async (call) => {
    const account = accountOf(call.body)
    const nonce = randomBytes(NONCE_BYTES).toString('hex')
    const issuedAt = clock.now()
    await call.context.internalAdapter.createVerificationValue({
      identifier: challengeOf(account, nonce),
      value: issuedAt.toISOString(),
      expiresAt: rowEnd(LIFE_MS / 1_000),
    })
    return call.json({ nonce, message: messageOf(account, nonce, issuedAt) })
  })

  const verify = createAuthEndpoint('/wallet/verify', { method: 'POST', body: walletProof }, async (call) => {
    const { nonce, signature, link } = call.body
    const account = accountOf(call.body)
    const stored = await call.context.internalAdapter.consumeVerificationValue(challengeOf(account, nonce))
    const issuedAt = new Date(stored?.value ?? Number.NaN)
    if (!(clock.now().getTime() < issuedAt.getTime() + LIFE_MS)) throw refused('CHALLENGE_OVER')
    if (!isOwnSignature(account.chain, signature)) throw refused('WALLET_IS_A_CONTRACT')
    if (!hasSigned(account, messageOf(account, nonce, issuedAt), signature)) throw refused('WRONG_SIGNATURE')
    if (link === true) await linkWallet(call, account)
    else await signIn(call, account)
    return call.json({ status: true })
  })

  return { id: 'wallet', endpoints: { challenge, verify } } satisfies BetterAuthPlugin
}

function refused(code: 'CHALLENGE_OVER' | 'WALLET_IS_A_CONTRACT' | 'WRONG_SIGNATURE'): APIError {
  return new APIError('UNAUTHORIZED', { code })
}

function accountOf({ chain, address: sent }: WalletAccount): WalletAccount {
  const address = canonicalAddress(chain, sent)
  if (address === null) throw new APIError('BAD_REQUEST', { code: 'INVALID_WALLET' })
  return { chain, address }
}

/** Opens a session of the wallet's fan, and creates their account if they are new. */
async function signIn(call: GenericEndpointContext, account: WalletAccount): Promise<void> {
  const { adapter, internalAdapter } = call.context
  const user = await findOrCreateOwner(call, account, async () => {
    const newcomer = { email: placeholderAddress(randomUUID()), emailVerified: false, name: '' }
    return await runWithTransaction(adapter, async () => {
      const created = await internalAdapter.createUser(newcomer, { method: 'wallet' })
      await internalAdapter.linkAccount(accountRow(account, created.id))
      return created
    })
  })
  await setSessionCookie(call, { session: await internalAdapter.createSession(user.id), user })
}

/** Adds the wallet to the sign-in methods of the signed-in fan. Refuses a wallet of another account, and an unconfirmed account (oauth.ts). */
async function linkWallet(call: GenericEndpointContext, account: WalletAccount): Promise<void> {
  const fan = (await sessionOf(call))?.user
  if (fan === undefined) throw new APIError('UNAUTHORIZED', { code: 'UNAUTHORIZED' })
  const owner = await findOrCreateOwner(call, account, async () => {
    await call.context.internalAdapter.linkAccount(accountRow(account, fan.id))
    return fan
  })
  if (owner.id !== fan.id) throw new APIError('CONFLICT', { code: 'WALLET_TAKEN' })
}

/** Returns the owner of a wallet. If it has none, `create` makes one, unless a concurrent call has done so first. */
async function findOrCreateOwner(
  { context: { internalAdapter } }: GenericEndpointContext,
  { chain, address }: WalletAccount,
  create: () => Promise<User>,
): Promise<User> {
  const find = async () => {
    const found = await internalAdapter.findAccountOwnerByKey({ providerId: chain, accountId: address })
    return found?.kind === 'owned' ? found.user : null
  }
  const known = await find()
  if (known !== null) return known
  try {
    return await create()
  } catch (error) {
    const concurrent = await find()
    if (concurrent === null) throw error
    return concurrent
  }
}

function accountRow({ chain, address }: WalletAccount, userId: string) {
  return { userId, providerId: chain, accountId: address }
}

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
interface WalletAccount {
  readonly chain: WalletChain
  readonly address: string
}

/** Returns the canonical form of an address, or `null` if it is not one of its chain. */
function canonicalAddress(chain: WalletChain, address: string): string | null {
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
function isOwnSignature(chain: WalletChain, signature: string): boolean {
  return signature.length === 2 + 2 * SIGNATURE_BYTES[chain]
}

/** Returns whether the account itself signed the message. Keys of small order, for which any signature would verify, are refused. */
function hasSigned({ chain, address }: WalletAccount, message: string, signature: string): boolean {
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
