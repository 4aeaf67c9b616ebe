import type { GenericEndpointContext } from '@better-auth/core'
import { ONE_TIME_CODE_LENGTH } from '@tribune/domain/one-time-code.ts'
import { APIError } from 'better-auth/api'
import { emailOTP } from 'better-auth/plugins/email-otp'
import { magicLink } from 'better-auth/plugins/magic-link'
import type { App } from '../context.ts'
import type { Mail } from '../infra/mail/mailer.ts'
import { SIGN_IN_LIFE_MINUTES, signInMail } from '../infra/mail/mails.ts'
import type { Post } from '../infra/mail/post.ts'
import { keptCode, type Seals } from './seals.ts'
import { MINUTE_S } from './settings.ts'

const LIFE_S = SIGN_IN_LIFE_MINUTES * MINUTE_S
/** Wrong codes after which a code is worth nothing; the account itself is locked later (attempts.ts). */
const TRIES = 5

/** Signing in, and up, without a password: one mail with a link and a code. */
export function byMail(app: App, post: Post<Mail>, seals: Seals) {
  const codes = emailOTP({
    otpLength: ONE_TIME_CODE_LENGTH,
    expiresIn: LIFE_S,
    allowedAttempts: TRIES,
    // A plain hash of six digits would be undone in no time.
    storeOTP: keptCode(seals),
    // Its own address is not open: codes travel with links.
    sendVerificationOTP: async () => {},
  })
  const links = magicLink({
    expiresIn: LIFE_S,
    storeToken: 'hashed',
    sendMagicLink: async ({ email, token }, call) => {
      if (call === undefined) return
      // What is on its way stays good.
      if (!post.accepts(email)) throw new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY_MESSAGES' })
      const code = await newCode(call, email.toLowerCase())
      const known = await call.context.internalAdapter.findUserByEmail(email.toLowerCase())
      post.send(signInMail(email, linkTo(token, call), code, known?.user.emailVerified === true))
    },
  })

  /** The newest code is the only one. */
  async function newCode(call: GenericEndpointContext, email: string): Promise<string> {
    await call.context.internalAdapter.deleteVerificationByIdentifier(`sign-in-otp-${email}`)
    const make = codes.endpoints.createVerificationOTP
    const plain = { asResponse: false, returnHeaders: false, returnStatus: false } as const
    return make({ ...call, ...plain, body: { email, type: 'sign-in' } } as Parameters<typeof make>[0])
  }

  /** To a page of ours, which exchanges the token: what opens links before people do, such as a mailbox's guard, does not use it up. */
  function linkTo(token: string, { body }: GenericEndpointContext): string {
    const back = typeof body?.callbackURL === 'string' ? body.callbackURL : '/profile'
    const until = String(app.clock.now().getTime() + LIFE_S * 1_000)
    return `${app.publicUrl}/profile?${new URLSearchParams({ link: token, until, back })}`
  }

  return [links, codes] as const
}
