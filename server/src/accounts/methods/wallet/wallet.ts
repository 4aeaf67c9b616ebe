import { randomBytes, randomUUID } from 'node:crypto'
import type { GenericEndpointContext } from '@better-auth/core'
import { runWithTransaction } from '@better-auth/core/context'
import { WALLET_CHAINS } from '@tribune/domain/fans/wallet.ts'
import type { BetterAuthPlugin, User } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import type { App } from '../../../context.ts'
import { placeholderAddress } from '../../contacts/phones.ts'
import { sessionOf } from '../../hook.ts'
import { MINUTE_S, rowEnd } from '../../settings.ts'
import { canonicalAddress, hasSigned, isOwnSignature, type WalletAccount, walletMessage } from './signatures.ts'

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
