import type { AuthContext } from 'better-auth'
import { captcha } from 'better-auth/plugins'
import type { Config } from '../../config.ts'
import { Refusal } from '../../kernel/refusal.ts'

/** Requires a captcha for these calls, where one is configured. Fails closed: if the captcha service does not answer, the call is refused. */
export function captchaFor(settings: Config['captcha'], paths: readonly string[]) {
  if (settings === null) return []
  const { secretKey, verifyUrl } = settings
  const override = verifyUrl === null ? {} : { siteVerifyURLOverride: verifyUrl }
  return [captcha({ provider: 'cloudflare-turnstile', secretKey, endpoints: [...paths], ...override })]
}

/**
 * Checks the captcha of one call, to a path that does not always require one. Returns the library's code of a refusal, or `null`. Refuses with
 * `captcha_unavailable` if the captcha service does not answer.
 */
export async function checkCaptcha(
  settings: Config['captcha'],
  path: string,
  request: Request,
  context: Pick<AuthContext, 'logger'>,
): Promise<string | null> {
  for (const { onRequest } of captchaFor(settings, [path])) {
    const refused = (await onRequest(request, context as AuthContext))?.response
    if (refused === undefined) continue
    if (refused.status >= 500) throw new Refusal('captcha_unavailable')
    const { code } = (await refused.json()) as { code: string }
    return code
  }
  return null
}
