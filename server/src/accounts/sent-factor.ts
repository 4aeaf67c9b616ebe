import { ONE_TIME_CODE_LENGTH } from '@tribune/domain/one-time-code.ts'
import {
  canRelyOnSentCodes,
  type FirstProof,
  type Reachable,
  type SecondProof,
  type SentProof,
  sentProofAfter,
} from '@tribune/domain/second-proof.ts'
import { APIError, isAPIError } from 'better-auth/api'
import type { Mail } from '../infra/mail/mailer.ts'
import { factorMail } from '../infra/mail/mails.ts'
import type { Post } from '../infra/mail/post.ts'
import type { Sms } from '../infra/sms/sender.ts'
import { PHONE_CODE_LIFE_MINUTES, phoneCodeSms } from '../infra/sms/texts.ts'
import { type Hook, sessionOf } from './hook.ts'
import { firstProofBy, methodOf } from './method.ts'
import type { Ceiling } from './once.ts'
import { realAddress } from './phones.ts'
import { keptCode, type Seals } from './seals.ts'
import { HOUR_S } from './settings.ts'

/** Wrong codes after which a code is worth nothing; the account itself is locked later (second-factor.ts). */
const TRIES = 5
/** From the password to the first code. */
const BEGUN_LIFE_S = HOUR_S
const SENT_PATHS: ReadonlySet<string> = new Set(['/two-factor/send-otp', '/two-factor/verify-otp'])

/** A fan as the library reads them, as far as codes can be sent to them. */
interface Owner {
  readonly id: string
  readonly email: string
  readonly emailVerified: boolean
  readonly twoFactorEnabled?: boolean | null
  readonly phoneNumber?: string | null
  readonly phoneNumberVerified?: boolean | null
}

interface Carriers {
  readonly mails: Post<Mail>
  readonly texts: Post<Sms>
  readonly ceiling: Ceiling
  /** For codes that are under way. */
  readonly codes: Seals
  /** For what a second factor is made of. */
  readonly factors: Seals
}

/** The library's settings for codes that are sent; what may be sent, and where to, `requireDestination` has said before. */
export function sentCodes(carriers: Carriers) {
  const { codes, mails, texts } = carriers
  return {
    digits: ONE_TIME_CODE_LENGTH,
    period: PHONE_CODE_LIFE_MINUTES,
    allowedAttempts: TRIES,
    storeOTP: keptCode(codes),
    async sendOTP({ user, otp }: { user: Owner; otp: string }, call?: unknown) {
      const to = await destinationOf(call as Hook, user, carriers.factors)
      if (to === 'phone') texts.send({ to: user.phoneNumber ?? '', text: phoneCodeSms(otp) })
      if (to === 'email') mails.send(factorMail(user.email, otp))
    },
  }
}

/** Before a code is sent: refuses where there is nowhere to send it, or too many are under way already. */
export async function requireDestination(call: Hook, { mails, texts, ceiling, factors }: Carriers): Promise<void> {
  if (call.path !== '/two-factor/send-otp') return
  const owner = await ownerOf(call)
  const to = owner === null ? null : await destinationOf(call, owner, factors)
  if (owner === null || to === null) throw new APIError('BAD_REQUEST', { code: 'NOWHERE_TO_SEND' })
  const accepts = to === 'phone' ? texts.accepts(owner.phoneNumber ?? '') : mails.accepts(owner.email)
  if (!accepts) throw new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY_MESSAGES' })
  if (to === 'phone' && !(await ceiling.take())) throw new APIError('TOO_MANY_REQUESTS', { code: 'NO_MORE_SMS' })
}

const begunBy = (session: string) => `2fa-begun-${session}`

/** Keeps that a session began to add a second factor: the password was asked then, and recovery codes shown. */
export async function keepBegun(call: Hook): Promise<void> {
  if (call.path !== '/two-factor/enable' || isAPIError(call.context.returned)) return
  const found = await sessionOf(call)
  if (found === null) return
  const expiresAt = new Date(Date.now() + BEGUN_LIFE_S * 1_000)
  const identifier = begunBy(found.session.id)
  await call.context.internalAdapter.createVerificationValue({ identifier, value: found.user.id, expiresAt })
}

/**
 * A signed-in fan needs a code for one thing, to switch a second factor on: in the session that began to, and where codes reach them
 * whichever method they sign in with.
 */
export async function requireBegun(call: Hook): Promise<void> {
  if (!SENT_PATHS.has(call.path)) return
  const found = await sessionOf(call)
  if (found === null) return
  const owner: Owner = found.user
  const begun = await call.context.internalAdapter.findVerificationValue(begunBy(found.session.id))
  const isBegun = begun !== null && begun.value === owner.id && begun.expiresAt > new Date()
  if (!isBegun || owner.twoFactorEnabled || !canRelyOnSentCodes(reachable(owner))) {
    throw new APIError('BAD_REQUEST', { code: 'NOWHERE_TO_SEND' })
  }
}

/** A phone is not put in another's place: whoever holds a session for a moment would get what goes there. */
export async function keepPhone(call: Hook): Promise<void> {
  if (call.path !== '/phone-number/verify' || call.body?.updatePhoneNumber === undefined) return
  const owner: Owner | undefined = (await sessionOf(call))?.user
  if (owner?.phoneNumber) throw new APIError('CONFLICT', { code: 'PHONE_ALREADY_SET' })
}

/**
 * What a sign-in of a fan's that began so can wait for. Fans with an app are asked for its code alone: it is the surer one. Where the secret
 * that sealed the app's is lost, a sent code stands in for it; `null` where none can be sent.
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

const firstOf = (challenge: string) => `2fa-first-${challenge}`

/** Keeps with a sign-in that waits what it began with. */
export async function keepFirst(call: Hook, challenge: string, expiresAt: Date): Promise<void> {
  const [identifier, value] = [firstOf(challenge), methodOf(call) ?? '']
  await call.context.internalAdapter.createVerificationValue({ identifier, value, expiresAt })
}

/** What the sign-in under way began with; `null` where there is none. */
export async function firstMethodOf(call: Hook): Promise<string | null> {
  const challenge = await challengeOf(call)
  const first = challenge === null ? null : await call.context.internalAdapter.findVerificationValue(firstOf(challenge))
  return first?.value ?? null
}

/** Where a code goes now; for a signed-in fan who adds the factor, to their phone. */
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

/** The sign-in under way that a browser keeps in a cookie, by the library's own name. */
export async function challengeOf(call: Hook): Promise<string | null> {
  const { name } = call.context.createAuthCookie('two_factor')
  return (await call.getSignedCookie(name, call.context.secret)) || null
}

function reachable({ email, emailVerified, phoneNumber, phoneNumberVerified }: Owner): Reachable {
  return { phone: Boolean(phoneNumber && phoneNumberVerified), email: emailVerified && realAddress(email) !== null }
}
