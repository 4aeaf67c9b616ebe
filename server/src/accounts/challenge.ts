import { captcha } from 'better-auth/plugins'
import type { Config } from '../config.ts'

/** What makes an account or has a message sent, and so is worth a robot's while. Guesses at passwords are counted instead (attempts.ts). */
export const CHALLENGED_PATHS = [
  '/sign-up/email',
  '/send-verification-email',
  '/sign-in/magic-link',
  '/request-password-reset',
  '/phone-number/send-otp',
  '/wallet/challenge',
]

/** Requires a captcha for these calls, where one is configured. Without an answer of its judge nothing passes. */
export function personChallenge(challenge: Config['challenge']) {
  if (challenge === null) return []
  const { secretKey, verifyUrl } = challenge
  const override = verifyUrl === null ? {} : { siteVerifyURLOverride: verifyUrl }
  return [captcha({ provider: 'cloudflare-turnstile', secretKey, endpoints: CHALLENGED_PATHS, ...override })]
}
