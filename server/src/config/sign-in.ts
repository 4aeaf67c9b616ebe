import type { OpenIdProviderId } from '@tribune/contract/accounts.ts'
import { DEFAULT_WORK_S } from '@tribune/domain/fans/proof-of-work.ts'
import { z } from 'zod'
import {
  type Checked,
  domainList,
  type Environment,
  type Fault,
  onOff,
  refuseHttp,
  requireTogether,
  text,
} from './parts.ts'

/** Identity providers that may vouch for a fan, and the operator. */
export const signInSettings = {
  GOOGLE_CLIENT_ID: text.optional(),
  GOOGLE_CLIENT_SECRET: text.optional(),
  APPLE_CLIENT_ID: text.optional(),
  APPLE_CLIENT_SECRET: text.optional(),
  SSO_DISCOVERY_URL: z.url().optional(),
  SSO_CLIENT_ID: text.optional(),
  SSO_CLIENT_SECRET: text.optional(),
  SSO_DOMAINS: domainList.optional(),
  SAML_METADATA: text.optional(),
  SAML_DOMAINS: domainList.optional(),
  SAML_EMAIL_ATTRIBUTE: text.default('email'),
  ADMIN_EMAIL: z.email().optional(),
  OPERATOR_SECOND_PROOF: onOff.optional(),
}

/** Our credentials at an identity provider. */
interface IdentityKeys {
  readonly clientId: string
  readonly clientSecret: string
  /** Its discovery document; `null` for well-known providers. */
  readonly discoveryUrl: string | null
  /** Mail domains of an organisation's people. */
  readonly domains?: readonly string[]
}

export interface SignInConfig {
  /** Our credentials at identity providers; `null` for the stand-in's. A disabled provider is absent. */
  readonly identities: Readonly<Partial<Record<OpenIdProviderId, IdentityKeys | null>>>
  /** The organisation that signs in over SAML: its metadata (a URL or a file), and the mail domains of its people. */
  readonly saml: {
    readonly address: string
    readonly domains: readonly string[]
    readonly emailAttribute: string
  } | null
  readonly adminEmail: string
  /** Whether the operator administers only after a second proof. */
  readonly operatorSecondProof: boolean
}

type Settings = Checked<typeof signInSettings>

export function signInFaults(e: Settings & Environment): Fault[] {
  const faults = [
    ...requireTogether(
      e,
      ['SSO_DISCOVERY_URL', 'SSO_CLIENT_ID', 'SSO_CLIENT_SECRET', 'SSO_DOMAINS'],
      'address, id, secret and domains',
    ),
    ...requireTogether(e, ['SAML_METADATA', 'SAML_DOMAINS'], 'description and domains'),
    ...requireTogether(e, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'], 'id and secret'),
    ...requireTogether(e, ['APPLE_CLIENT_ID', 'APPLE_CLIENT_SECRET'], 'id and secret'),
    ...refuseHttp(e, 'SAML_METADATA', e.SAML_METADATA, 'https or a file: it names a key'),
  ]
  if (e.NODE_ENV === 'production' && e.OPERATOR_SECOND_PROOF === 'off') {
    faults.push({ name: 'OPERATOR_SECOND_PROOF', message: 'on in production' })
  }
  if (e.SAML_METADATA !== undefined && e.SSO_DISCOVERY_URL !== undefined) {
    faults.push({ name: 'SAML_METADATA', message: 'one organisation: SSO_* or SAML_*' })
  }
  return faults
}

export function readSignIn(e: Settings & Environment): SignInConfig {
  return {
    identities: identitiesOf(e),
    saml: samlOf(e),
    adminEmail: (e.ADMIN_EMAIL ?? 'admin@tribune.invalid').toLowerCase(),
    // Always in production, elsewhere only if the setting requires it.
    operatorSecondProof: e.NODE_ENV === 'production' || e.OPERATOR_SECOND_PROOF === 'on',
  }
}

/** Reads the credentials of identity providers. `off` instead of an id disables one. An organisation has no stand-in. */
function identitiesOf(e: Settings): SignInConfig['identities'] {
  const { SSO_CLIENT_ID: id, SSO_CLIENT_SECRET: secret, SSO_DISCOVERY_URL: discoveryUrl, SSO_DOMAINS: domains } = e
  return {
    ...keysOf('google', e.GOOGLE_CLIENT_ID, e.GOOGLE_CLIENT_SECRET),
    ...keysOf('apple', e.APPLE_CLIENT_ID, e.APPLE_CLIENT_SECRET),
    ...(id && secret && discoveryUrl && domains
      ? { sso: { clientId: id, clientSecret: secret, discoveryUrl, domains } }
      : {}),
  }
}

function keysOf(name: OpenIdProviderId, clientId: string | undefined, clientSecret: string | undefined) {
  if (clientId === 'off') return {}
  return { [name]: clientId && clientSecret ? { clientId, clientSecret, discoveryUrl: null } : null }
}

function samlOf({ SAML_METADATA: address, SAML_DOMAINS: domains, SAML_EMAIL_ATTRIBUTE }: Settings) {
  if (address === undefined || domains === undefined) return null
  return { address, domains, emailAttribute: SAML_EMAIL_ATTRIBUTE }
}

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

type NewcomerSettings = Checked<typeof newcomerSettings> & Environment

export function newcomerFaults(e: NewcomerSettings): Fault[] {
  const isTooCheap = e.PROOF_OF_WORK === 'off' || e.PROOF_OF_WORK < MIN_WORK_S
  return [
    ...requireTogether(e, ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET_KEY'], 'site key and secret key'),
    ...(e.NODE_ENV === 'production' && isTooCheap
      ? [{ name: 'PROOF_OF_WORK', message: `at least ${MIN_WORK_S} in production` }]
      : []),
    ...refuseHttp(e, 'DISPOSABLE_DOMAINS_URL', e.DISPOSABLE_DOMAINS_URL, 'https: it keeps people out'),
  ]
}

export function readNewcomers(e: NewcomerSettings): NewcomerConfig {
  return {
    captcha: captchaOf(e),
    workSeconds: e.PROOF_OF_WORK === 'off' ? null : e.PROOF_OF_WORK,
    leakedPasswordsUrl: leakedPasswordsOf(e),
    disposableDomainsUrl: e.DISPOSABLE_DOMAINS_URL,
  }
}

function captchaOf(e: NewcomerSettings): NewcomerConfig['captcha'] {
  const { TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET_KEY: secretKey, TURNSTILE_VERIFY_URL: verifyUrl } = e
  return siteKey && secretKey ? { siteKey, secretKey, verifyUrl: verifyUrl ?? null } : null
}

/** Returns the configured service or, in production, the public one by default. */
function leakedPasswordsOf({ NODE_ENV, LEAKED_PASSWORDS_URL: named }: NewcomerSettings): string | null {
  if (named === 'off') return null
  return named?.replace(/\/$/, '') ?? (NODE_ENV === 'production' ? 'https://api.pwnedpasswords.com' : null)
}
