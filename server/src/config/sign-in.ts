import type { OpenIdProviderId } from '@tribune/contract/accounts.ts'
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
    // Always in production, elsewhere only where the setting says so.
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
