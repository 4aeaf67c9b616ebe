import { randomBytes, randomUUID } from 'node:crypto'
import type { GenericEndpointContext } from '@better-auth/core'
import { runWithTransaction } from '@better-auth/core/context'
import type { BetterAuthPlugin, User } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import type { App } from '../context.ts'
import { walletChallenge, walletProof } from './bodies.ts'
import { sessionOf } from './hook.ts'
import { placeholderAddress } from './phones.ts'
import { MINUTE_S } from './settings.ts'
import { canonicalAddress, hasSigned, isOwnSignature, type WalletAccount, walletMessage } from './wallets.ts'

const LIFE_MS = 5 * MINUTE_S * 1_000
const NONCE_BYTES = 16

/** Where the moment of a message is kept, as a hash: a right nonce with another address or chain finds nothing. */
const challengeOf = ({ chain, address }: WalletAccount, nonce: string) => `wallet ${chain} ${address} ${nonce}`

/**
 * Signing in, and up, with a wallet: it signs a message that this server writes. Nothing is read from what comes back but the signature;
 * the message is written again from what was kept of it.
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
      expiresAt: new Date(Date.now() + LIFE_MS),
    })
    return call.json({ nonce, message: messageOf(account, nonce, issuedAt) })
  })

  const verify = createAuthEndpoint('/wallet/verify', { method: 'POST', body: walletProof }, async (call) => {
    const { nonce, signature, link } = call.body
    const account = accountOf(call.body)
    const kept = await call.context.internalAdapter.consumeVerificationValue(challengeOf(account, nonce))
    const issuedAt = new Date(kept?.value ?? Number.NaN)
    if (!(clock.now().getTime() < issuedAt.getTime() + LIFE_MS)) throw refused('CHALLENGE_OVER')
    if (!isOwnSignature(account.chain, signature)) throw refused('WALLET_IS_A_CONTRACT')
    if (!hasSigned(account, messageOf(account, nonce, issuedAt), signature)) throw refused('WRONG_SIGNATURE')
    if (link === true) await addTo(call, account)
    else await enter(call, account)
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

/** Opens a session of the wallet's fan, who is new perhaps. */
async function enter(call: GenericEndpointContext, account: WalletAccount): Promise<void> {
  const { adapter, internalAdapter } = call.context
  const user = await ownerOr(call, account, async () => {
    const newcomer = { email: placeholderAddress(randomUUID()), emailVerified: false, name: '' }
    return await runWithTransaction(adapter, async () => {
      const created = await internalAdapter.createUser(newcomer, { method: 'wallet' })
      await internalAdapter.linkAccount(accountRow(account, created.id))
      return created
    })
  })
  await setSessionCookie(call, { session: await internalAdapter.createSession(user.id), user })
}

/** The wallet opens the account of who is signed in from now on, unless it opens another, or nobody confirmed this one (identities.ts). */
async function addTo(call: GenericEndpointContext, account: WalletAccount): Promise<void> {
  const fan = (await sessionOf(call))?.user
  if (fan === undefined) throw new APIError('UNAUTHORIZED', { code: 'UNAUTHORIZED' })
  const owner = await ownerOr(call, account, async () => {
    await call.context.internalAdapter.linkAccount(accountRow(account, fan.id))
    return fan
  })
  if (owner.id !== fan.id) throw new APIError('CONFLICT', { code: 'WALLET_TAKEN' })
}

/** Whose account a wallet opens: who is made its owner where it opens none, unless another call was quicker. */
async function ownerOr(
  { context: { internalAdapter } }: GenericEndpointContext,
  { chain, address }: WalletAccount,
  make: () => Promise<User>,
): Promise<User> {
  const find = async () => {
    const found = await internalAdapter.findAccountOwnerByKey({ providerId: chain, accountId: address })
    return found?.kind === 'owned' ? found.user : null
  }
  const known = await find()
  if (known !== null) return known
  try {
    return await make()
  } catch (error) {
    const quicker = await find()
    if (quicker === null) throw error
    return quicker
  }
}

function accountRow({ chain, address }: WalletAccount, userId: string) {
  return { userId, providerId: chain, accountId: address }
}
