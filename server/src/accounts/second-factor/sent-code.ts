import { CODE_TRIES } from '@tribune/domain/fans/guesses.ts'
import {
  canRelyOnSentCodes,
  type FirstProof,
  type Reachable,
  type SecondProof,
  type SentProof,
  sentProofAfter,
} from '@tribune/domain/fans/second-proof.ts'
import { phoneCode } from '@tribune/french/sentences/messages/sms.ts'
import { ONE_TIME_CODE_LENGTH } from '@tribune/protocol/one-time-code.ts'
import { APIError, isAPIError } from 'better-auth/api'
import { realAddress } from '../contacts/phones.ts'
import { type Seals, sealedCodeStorage } from '../guards/seals.ts'
import { type Hook, sessionOf } from '../hook.ts'
import { factorMail, PHONE_CODE_LIFE_MINUTES } from '../mails.ts'
import { firstProofBy } from '../rules.ts'
import { HOUR_S, rowEnd } from '../settings.ts'
import type { Tools } from '../tools.ts'
import { challengeOf, firstMethodOf } from './waiting.ts'

/** Longest time from the password to the first code. */
const BEGUN_LIFE_S = HOUR_S

/** The parts of the library's user that decide where codes can be sent. */
interface Owner {
  readonly id: string
  readonly email: string
  readonly emailVerified: boolean
  readonly twoFactorEnabled?: boolean | null
  readonly phoneNumber?: string | null
  readonly phoneNumberVerified?: boolean | null
}

/** Returns the library's settings for sent codes. `requireDestination` has checked before whether one may be sent. */
export function sentCodes({ codes, factors, mails, texts }: Pick<Tools, 'codes' | 'factors' | 'mails' | 'texts'>) {
  return {
    digits: ONE_TIME_CODE_LENGTH,
    period: PHONE_CODE_LIFE_MINUTES,
    // The library counts them for each pending sign-in, so for each browser.
    allowedAttempts: CODE_TRIES,
    storeOTP: sealedCodeStorage(codes),
    async sendOTP({ user, otp }: { user: Owner; otp: string }, call?: unknown) {
      const to = await destinationOf(call as Hook, user, factors)
      if (to === 'phone')
        texts.sendReserved({ to: user.phoneNumber ?? '', text: phoneCode(otp, PHONE_CODE_LIFE_MINUTES) })
      if (to === 'email') mails.sendReserved(factorMail(user.email, otp))
    },
  }
}

/** Runs before a code is sent. Refuses if there is nowhere to send it, or if too many have been sent. */
export async function requireDestination(call: Hook, { mails, texts, factorTexts, factors }: Tools): Promise<void> {
  const owner = await ownerOf(call)
  const to = owner === null ? null : await destinationOf(call, owner, factors)
  if (owner === null || to === null) throw new APIError('BAD_REQUEST', { code: 'NOWHERE_TO_SEND' })
  const isReserved = await (to === 'phone' ? texts.reserve(owner.phoneNumber ?? '') : mails.reserve(owner.email))
  if (!isReserved) throw new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY_MESSAGES' })
  if (to === 'phone' && !(await factorTexts.take())) throw new APIError('TOO_MANY_REQUESTS', { code: 'NO_MORE_SMS' })
}

const begunBy = (session: string) => `2fa-begun-${session}`

/** Records that a session has begun to add a second factor: the password was checked, and recovery codes were shown. */
export async function recordBegun(call: Hook, { app: { clock } }: Pick<Tools, 'app'>): Promise<void> {
  if (isAPIError(call.context.returned)) return
  const found = await sessionOf(call)
  if (found === null) return
  const until = clock.now().getTime() + BEGUN_LIFE_S * 1_000
  await call.context.internalAdapter.createVerificationValue({
    identifier: begunBy(found.session.id),
    value: `${found.user.id} ${until}`,
    expiresAt: rowEnd(BEGUN_LIFE_S),
  })
}

/**
 * Lets a signed-in fan get a code only to enable the second factor, in the session that began to, and if codes can reach them whichever method they
 * sign in with.
 */
export async function requireBegun(call: Hook, { app: { clock } }: Pick<Tools, 'app'>): Promise<void> {
  const found = await sessionOf(call)
  if (found === null) return
  const owner: Owner = found.user
  const begun = await call.context.internalAdapter.findVerificationValue(begunBy(found.session.id))
  const [fanId, until] = begun?.value.split(' ') ?? []
  // The library also finds rows that have ended, but only until it has deleted them.
  const isBegun = fanId === owner.id && Number(until) > clock.now().getTime()
  if (!isBegun || owner.twoFactorEnabled || !canRelyOnSentCodes(reachable(owner))) {
    throw new APIError('BAD_REQUEST', { code: 'NOWHERE_TO_SEND' })
  }
}

/**
 * Returns the second proofs that a pending sign-in accepts. Fans with an app are asked for its code alone, which is the safer one. If the app's secret
 * cannot be opened any more, a sent code replaces it; `null` if none can be sent.
 */
export async function secondProofs(
  call: Hook,
  owner: Owner,
  first: FirstProof,
  factors: Seals,
): Promise<SecondProof[] | null> {
  const app = await appOf(call, owner, factors)
  if (app === 'readable') return ['app']
  const sent = sentProofAfter(first, reachable(owner))
  if (sent === null) return app === 'lost' ? null : []
  return [sent]
}

async function appOf({ context }: Hook, { id }: Owner, factors: Seals): Promise<'none' | 'readable' | 'lost'> {
  const where = [{ field: 'userId', value: id }]
  const row = await context.adapter.findOne<{ verified?: boolean | null; secret: string }>({
    model: 'twoFactor',
    where,
  })
  if (row?.verified !== true) return 'none'
  return (await factors.open(row.secret)) === null ? 'lost' : 'readable'
}

/** Returns where a code is sent now: to the phone of a signed-in fan who adds the factor. */
async function destinationOf(call: Hook, owner: Owner, factors: Seals): Promise<SentProof | null> {
  if ((await sessionOf(call)) !== null) return sentProofAfter('mailbox', reachable(owner))
  if ((await appOf(call, owner, factors)) === 'readable') return null
  const first = await firstMethodOf(call)
  return first === null ? null : sentProofAfter(firstProofBy(first), reachable(owner))
}

async function ownerOf(call: Hook): Promise<Owner | null> {
  const session = await sessionOf(call)
  if (session !== null) return session.user
  const { internalAdapter } = call.context
  const challenge = await challengeOf(call)
  const waiting = challenge === null ? null : await internalAdapter.findVerificationValue(challenge)
  return waiting === null ? null : internalAdapter.findUserById(waiting.value)
}

function reachable({ email, emailVerified, phoneNumber, phoneNumberVerified }: Owner): Reachable {
  return { phone: Boolean(phoneNumber && phoneNumberVerified), email: emailVerified && realAddress(email) !== null }
}
