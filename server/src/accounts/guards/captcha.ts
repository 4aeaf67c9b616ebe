import { captcha } from 'better-auth/plugins'
import type { Config } from '../../config.ts'

/** Requires a captcha for these calls, where one is configured. Fails closed: if the captcha service does not answer, the call is refused. */
export function captchaFor(settings: Config['captcha'], paths: readonly string[]) {
  if (settings === null) return []
  const { secretKey, verifyUrl } = settings
  const override = verifyUrl === null ? {} : { siteVerifyURLOverride: verifyUrl }
  return [captcha({ provider: 'cloudflare-turnstile', secretKey, endpoints: [...paths], ...override })]
}
