import { randomInt, randomUUID } from 'node:crypto'
import type { GenericEndpointContext } from '@better-auth/core'
import { MAX_CODE_TRIES } from '@tribune/domain/fans/guesses.ts'
import { phoneCode } from '@tribune/french/sentences/messages/sms.ts'
import { ONE_TIME_CODE_LENGTH } from '@tribune/protocol/one-time-code.ts'
import { APIError } from 'better-auth/api'
import { phoneNumber } from 'better-auth/plugins/phone-number'
import type { App } from '../../context.ts'
import type { Post } from '../../infra/mail/post.ts'
import type { Sms } from '../../infra/sms/sender.ts'
import { hmacOf, isHmacOf, keysFor } from '../../kernel/keys.ts'
import { mobileNumber, placeholderAddress } from '../contacts/phones.ts'
import type { Quota } from '../guards/counters.ts'
import { type Hook, sessionOf } from '../hook.ts'
import { PHONE_CODE_LIFE_MINUTES } from '../mails.ts'
import { MINUTE_S, rowEnd } from '../settings.ts'
import type { Tools } from '../tools.ts'

const LIFE_S = PHONE_CODE_LIFE_MINUTES * MINUTE_S

/** Sign-in and sign-up with a code by SMS. Stores hashes of codes, where the library would store them in clear. */
export function byPhone({ clock, config, log }: App, post: Post<Sms>, quota: Quota) {
  const keys = keysFor(config.secrets, 'codes by phone')
  const hashedText = (phone: string, code: string) => `phone ${phone} ${code}`
  return phoneNumber({
    otpLength: ONE_TIME_CODE_LENGTH,
    expiresIn: LIFE_S,
    schema: { user: { fields: { phoneNumber: 'phone_number', phoneNumberVerified: 'phone_number_verified' } } },
    signUpOnVerification: { getTempEmail: () => placeholderAddress(randomUUID()), getTempName: () => '' },
    async sendOTP({ phoneNumber: phone }, call) {
      if (call === undefined) return
      const { internalAdapter } = call.context
      const code = String(randomInt(10 ** ONE_TIME_CODE_LENGTH)).padStart(ONE_TIME_CODE_LENGTH, '0')
      // The library's own code, which is never sent.
      await internalAdapter.deleteVerificationByIdentifier(phone)
      // Refuses before it stores a new code, so that the one already sent stays valid.
      if (!(await post.reserve(phone))) throw new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY_MESSAGES' })
      if (!(await quota.take())) {
        log.error('no more SMS this hour: SMS_PER_HOUR is reached')
        throw new APIError('TOO_MANY_REQUESTS', { code: 'NO_MORE_SMS' })
      }
      const until = clock.now().getTime() + LIFE_S * 1_000
      await storeCode(call, phone, {
        hashed: hmacOf(keys[0], hashedText(phone, code)),
        wrong: 0,
        until,
        rowEndsAt: rowEnd(LIFE_S),
      })
      post.sendReserved({ to: phone, text: phoneCode(code, PHONE_CODE_LIFE_MINUTES) })
    },
    async verifyOTP({ phoneNumber: phone, code }, call) {
      const stored = await call?.context.internalAdapter.consumeVerificationValue(codeOf(phone))
      if (call === undefined || !stored) return false
      const { hashed, wrong, until } = storedCode(stored.value)
      if (until <= clock.now().getTime()) return false
      if (keys.some((key) => isHmacOf(key, hashedText(phone, code), hashed))) return true
      if (wrong + 1 < MAX_CODE_TRIES) {
        await storeCode(call, phone, { hashed, wrong: wrong + 1, until, rowEndsAt: stored.expiresAt })
      }
      return false
    },
  })
}

const codeOf = (phone: string) => `phone-code ${phone}`

/** A stored code. `wrong` is the number of wrong tries. `until` is the end of the code by the injected clock, in milliseconds. */
interface StoredCode {
  readonly hashed: string
  readonly wrong: number
  readonly until: number
}

/** Replaces the stored code of a number. */
async function storeCode(
  { context: { internalAdapter } }: GenericEndpointContext,
  phone: string,
  { hashed, wrong, until, rowEndsAt }: StoredCode & { readonly rowEndsAt: Date },
): Promise<void> {
  const identifier = codeOf(phone)
  await internalAdapter.deleteVerificationByIdentifier(identifier)
  await internalAdapter.createVerificationValue({
    identifier,
    value: `${hashed}:${wrong}:${until}`,
    expiresAt: rowEndsAt,
  })
}

/** Reads a stored code. One that a former version stored has no end of its own, and ends with its row. */
function storedCode(value: string): StoredCode {
  const [hashed = '', wrong = '0', until = 'Infinity'] = value.split(':')
  return { hashed, wrong: Number(wrong), until: Number(until) }
}

/** Rewrites a number to its international form for the library, however the fan types it. */
export function withOneNumber({ body }: Pick<Hook, 'body'>, { app }: Pick<Tools, 'app'>) {
  const phone = mobileNumber(body.phoneNumber, app.config.smsCountries)
  if (phone === null) throw new APIError('BAD_REQUEST', { code: 'INVALID_PHONE_NUMBER' })
  return { context: { body: { ...body, phoneNumber: phone } } }
}

/** Refuses to replace a verified phone: anybody with a session for a moment could redirect its codes to their own. */
export async function refuseSecondPhone(call: Hook): Promise<void> {
  if (call.body.updatePhoneNumber === undefined) return
  const phone: unknown = (await sessionOf(call))?.user.phoneNumber
  if (phone) throw new APIError('CONFLICT', { code: 'PHONE_ALREADY_SET' })
}
