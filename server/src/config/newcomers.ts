import { DEFAULT_WORK_S } from '@tribune/domain/fans/proof-of-work.ts'
import { z } from 'zod'
import { type Checked, type Environment, type Fault, refuseHttp, requireTogether, text } from './parts.ts'

/** Seconds on a phone below which a proof of work does not slow down scripts. */
const MIN_WORK_S = 0.5

/** Settings that keep scripts, leaked passwords and disposable addresses out. */
export const newcomerSettings = {
  TURNSTILE_SITE_KEY: text.optional(),
  TURNSTILE_SECRET_KEY: text.optional(),
  TURNSTILE_VERIFY_URL: z.url().optional(),
  PROOF_OF_WORK: z.literal('off').or(z.coerce.number().min(0.001).max(30)).default(DEFAULT_WORK_S),
  LEAKED_PASSWORDS_URL: z.url().or(z.literal('off')).optional(),
  DISPOSABLE_DOMAINS_URL: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null),
}

export interface NewcomerConfig {
  /** Captcha before making accounts or having messages sent; `null` for none. `verifyUrl` is `null` for Cloudflare's. */
  readonly captcha: { readonly siteKey: string; readonly secretKey: string; readonly verifyUrl: string | null } | null
  /** Base price of the proof of work, in seconds of a phone; `null` for none. */
  readonly workSeconds: number | null
  /** Service that checks for leaked passwords; `null` for none. */
  readonly leakedPasswordsUrl: string | null
  /** A maintained list of disposable mail domains, read once a night; `null` for only those that ship with the product. */
  readonly disposableDomainsUrl: string | null
}

type Settings = Checked<typeof newcomerSettings> & Environment

export function newcomerFaults(e: Settings): Fault[] {
  const isTooCheap = e.PROOF_OF_WORK === 'off' || e.PROOF_OF_WORK < MIN_WORK_S
  return [
    ...requireTogether(e, ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET_KEY'], 'site key and secret key'),
    ...(e.NODE_ENV === 'production' && isTooCheap
      ? [{ name: 'PROOF_OF_WORK', message: `at least ${MIN_WORK_S} in production` }]
      : []),
    ...refuseHttp(e, 'DISPOSABLE_DOMAINS_URL', e.DISPOSABLE_DOMAINS_URL, 'https: it keeps people out'),
  ]
}

export function readNewcomers(e: Settings): NewcomerConfig {
  return {
    captcha: captchaOf(e),
    workSeconds: e.PROOF_OF_WORK === 'off' ? null : e.PROOF_OF_WORK,
    leakedPasswordsUrl: leakedPasswordsOf(e),
    disposableDomainsUrl: e.DISPOSABLE_DOMAINS_URL,
  }
}

function captchaOf(e: Settings): NewcomerConfig['captcha'] {
  const { TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET_KEY: secretKey, TURNSTILE_VERIFY_URL: verifyUrl } = e
  return siteKey && secretKey ? { siteKey, secretKey, verifyUrl: verifyUrl ?? null } : null
}

/** Returns the configured service or, in production, the public one by default. */
function leakedPasswordsOf({ NODE_ENV, LEAKED_PASSWORDS_URL: named }: Settings): string | null {
  if (named === 'off') return null
  return named?.replace(/\/$/, '') ?? (NODE_ENV === 'production' ? 'https://api.pwnedpasswords.com' : null)
}
