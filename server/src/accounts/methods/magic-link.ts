import type { GenericEndpointContext } from '@better-auth/core'
import { MAX_CODE_TRIES } from '@tribune/domain/fans/guesses.ts'
import { ONE_TIME_CODE_LENGTH } from '@tribune/protocol/one-time-code.ts'
import { APIError } from 'better-auth/api'
import { emailOTP } from 'better-auth/plugins/email-otp'
import { magicLink } from 'better-auth/plugins/magic-link'
import { checkAddress, refusePlaceholder } from '../contacts/new-address.ts'
import { isReplaced, spendNewest, storeNewest } from '../guards/mails.ts'
import { sealedCodeStorage } from '../guards/seals.ts'
import type { Hook } from '../hook.ts'
import { SIGN_IN_LIFE_MINUTES, signInMail } from '../mails.ts'
import { MINUTE_S } from '../settings.ts'
import type { Tools } from '../tools.ts'

const LIFE_S = SIGN_IN_LIFE_MINUTES * MINUTE_S

/** Runs before a link is sent. Refuses an address that no mail can reach, or that is disposable. */
export async function checkRecipient(call: Hook, { app }: Pick<Tools, 'app'>): Promise<void> {
  refusePlaceholder(call)
  if (call.body.email === '') throw new APIError('BAD_REQUEST', { code: 'NOBODY_TO_WRITE_TO' })
  await checkAddress(call, app)
}

/**
 * Runs just before the link or the code of a mail opens a session. Uses both up with the one that was used, and refuses what an older mail, or the other of
 * the two, has made worthless: `INVALID_TOKEN` for a link, `INVALID_OTP` for a code.
 */
export async function spendSignInMail(call: Hook, spent: 'link' | 'code', fanId: string): Promise<void> {
  const { internalAdapter } = call.context
  const email = (await internalAdapter.findUserById(fanId))?.email ?? ''
  const token = spent === 'link' ? String(call.query?.token) : null
  const isOld = token !== null && (await isReplaced(internalAdapter, 'sign-in mail', email, token))
  if (isOld || !(await spendNewest(internalAdapter, 'sign-in mail', email))) {
    throw new APIError('BAD_REQUEST', { code: spent === 'link' ? 'INVALID_TOKEN' : 'INVALID_OTP' })
  }
}

/** Sign-in and sign-up without a password: one mail with a link and a code. */
export function byMail({ app, mails, codes }: Pick<Tools, 'app' | 'mails' | 'codes'>) {
  const oneTimeCodes = emailOTP({
    otpLength: ONE_TIME_CODE_LENGTH,
    expiresIn: LIFE_S,
    allowedAttempts: MAX_CODE_TRIES,
    // A plain hash of six digits could be reversed in no time.
    storeOTP: sealedCodeStorage(codes),
    // Codes are sent with links; the library's endpoint for a code alone is not open.
    sendVerificationOTP: async () => {},
  })
  const links = magicLink({
    expiresIn: LIFE_S,
    storeToken: 'hashed',
    sendMagicLink: async ({ email, token }, call) => {
      if (call === undefined) return
      // Refuses before it creates a new code, so that the one already sent stays valid.
      if (!(await mails.reserve(email))) throw new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY_MESSAGES' })
      const code = await newCode(call, email.toLowerCase())
      const { internalAdapter } = call.context
      await storeNewest(internalAdapter, 'sign-in mail', email.toLowerCase(), { secret: token, lifeS: LIFE_S })
      const known = await call.context.internalAdapter.findUserByEmail(email.toLowerCase())
      mails.sendReserved(signInMail(email, linkTo(token, call), code, known?.user.emailVerified === true))
    },
  })

  /** Creates a code, which voids the one before. */
  async function newCode(call: GenericEndpointContext, email: string): Promise<string> {
    await call.context.internalAdapter.deleteVerificationByIdentifier(`sign-in-otp-${email}`)
    const make = oneTimeCodes.endpoints.createVerificationOTP
    const plain = { asResponse: false, returnHeaders: false, returnStatus: false } as const
    return make({ ...call, ...plain, body: { email, type: 'sign-in' } } as Parameters<typeof make>[0])
  }

  /** Links to our page, whose button exchanges the token: mail scanners open links, and some run the scripts of the page. */
  function linkTo(token: string, { body }: GenericEndpointContext): string {
    const back = typeof body?.callbackURL === 'string' ? body.callbackURL : '/profile'
    const until = String(app.clock.now().getTime() + LIFE_S * 1_000)
    return `${app.publicUrl}/profile?${new URLSearchParams({ link: token, until, back })}`
  }

  return [links, oneTimeCodes] as const
}
