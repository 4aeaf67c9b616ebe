import { WALLET_CHAINS } from '@tribune/domain/fans/wallet.ts'
import { z } from 'zod'

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
