import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import type { GenericEndpointContext } from '@better-auth/core'
import { ONE_TIME_CODE_LENGTH } from '@tribune/domain/one-time-code.ts'
import { APIError } from 'better-auth/api'
import { phoneNumber } from 'better-auth/plugins/phone-number'
import type { App } from '../context.ts'
import type { Post } from '../infra/mail/post.ts'
import type { Sms } from '../infra/sms/sender.ts'
import { PHONE_CODE_LIFE_MINUTES, phoneCodeSms } from '../infra/sms/texts.ts'
import { keysFor } from '../kernel/keys.ts'
import type { Hook } from './hook.ts'
import type { Ceiling } from './once.ts'
import { mobileNumber, placeholderAddress } from './phones.ts'
import { MINUTE_S } from './settings.ts'

const LIFE_S = PHONE_CODE_LIFE_MINUTES * MINUTE_S
/** Wrong codes after which a code is worth nothing; the number itself is locked later (attempts.ts). */
const TRIES = 5
const PATHS = /^\/phone-number\//

/** Signing in, and up, with a code by SMS. Codes are kept as hashes, which the library would not do. */
export function byPhone({ config, log }: App, post: Post<Sms>, ceiling: Ceiling) {
  const keys = keysFor(config.secrets, 'codes by phone')
  const hash = (phone: string, code: string, key: Buffer = keys[0]) =>
    createHmac('sha256', key).update(`phone ${phone} ${code}`).digest('base64url')
  return phoneNumber({
    otpLength: ONE_TIME_CODE_LENGTH,
    expiresIn: LIFE_S,
    schema: { user: { fields: { phoneNumber: 'phone_number', phoneNumberVerified: 'phone_number_verified' } } },
    signUpOnVerification: { getTempEmail: () => placeholderAddress(randomUUID()), getTempName: () => '' },
    async sendOTP({ phoneNumber: phone }, call) {
      if (call === undefined) return
      const { internalAdapter } = call.context
      const code = String(randomInt(10 ** ONE_TIME_CODE_LENGTH)).padStart(ONE_TIME_CODE_LENGTH, '0')
      // The library's own, which nobody is told.
      await internalAdapter.deleteVerificationByIdentifier(phone)
      // What is on its way stays good.
      if (!post.accepts(phone)) throw new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY_MESSAGES' })
      if (!(await ceiling.take())) {
        log.error('no more SMS this hour: SMS_PER_HOUR is reached')
        throw new APIError('TOO_MANY_REQUESTS', { code: 'NO_MORE_SMS' })
      }
      await keepCode(call, phone, hash(phone, code), 0)
      post.send({ to: phone, text: phoneCodeSms(code) })
    },
    async verifyOTP({ phoneNumber: phone, code }, call) {
      const kept = await call?.context.internalAdapter.consumeVerificationValue(codeOf(phone))
      if (call === undefined || !kept || kept.expiresAt < new Date()) return false
      const [hashed = '', wrong = '0'] = kept.value.split(':')
      if (keys.some((key) => timingSafeEqual(Buffer.from(hashed), Buffer.from(hash(phone, code, key))))) return true
      if (Number(wrong) + 1 < TRIES) await keepCode(call, phone, hashed, Number(wrong) + 1, kept.expiresAt)
      return false
    },
  })
}

const codeOf = (phone: string) => `phone-code ${phone}`

/** The newest code is the only one. */
async function keepCode(
  { context: { internalAdapter } }: GenericEndpointContext,
  phone: string,
  hashed: string,
  wrong: number,
  expiresAt = new Date(Date.now() + LIFE_S * 1_000),
): Promise<void> {
  await internalAdapter.deleteVerificationByIdentifier(codeOf(phone))
  await internalAdapter.createVerificationValue({ identifier: codeOf(phone), value: `${hashed}:${wrong}`, expiresAt })
}

/** However a fan writes their number, the library reads it in its one international form. */
export function withOneNumber({ path, body }: Hook, countries: ReadonlySet<string>) {
  if (!PATHS.test(path)) return
  const phone = mobileNumber(body?.phoneNumber, countries)
  if (phone === null) throw new APIError('BAD_REQUEST', { code: 'INVALID_PHONE_NUMBER' })
  return { context: { body: { ...body, phoneNumber: phone } } }
}
