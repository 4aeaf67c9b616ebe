import { createHash } from 'node:crypto'
import { sso } from '@better-auth/sso'
import type { Organisation } from '../context.ts'
import { escapeHtml } from '../kernel/html.ts'
import type { Hook } from './hook.ts'
import { MINUTE_S } from './settings.ts'

export const SAML_PROVIDER = 'saml' as const
export const ASSERTION_PATH = `/sso/saml2/sp/acs/${SAML_PROVIDER}`
const ASSERTION_ROUTE = '/sso/saml2/sp/acs/:providerId'
/** Clocks of two machines may be this far apart. */
const CLOCK_SKEW_MS = MINUTE_S * 1_000
/** From the way there to the way back. */
const REQUEST_LIFE_MS = 10 * MINUTE_S * 1_000
/** Signatures that are forged nowadays, and definitions that a text could swell by: the library would read both. */
const UNWANTED = /xmldsig#(?:[dr]sa-|hmac-)?sha1|<!DOCTYPE|Algorithm\s*=\s*["'][^"'>]*&/i
/** The library's own cookie for the browser that set out. */
const RELAY_COOKIE = 'relay_state'
const FIELDS = {
  oidcConfig: 'oidc_config',
  samlConfig: 'saml_config',
  userId: 'user_id',
  providerId: 'provider_id',
  organizationId: 'organization_id',
} as const

/**
 * The library's settings for an organisation: signed assertions for us alone, in answer to a question of ours, within their time, once. The
 * table of organisations stays empty: nobody adds one but the operator.
 */
export function samlSignIn(organisation: Organisation | null, publicUrl: string) {
  return sso({
    providersLimit: 0,
    modelName: 'sso_provider',
    fields: FIELDS,
    schema: { ssoProvider: { fields: { domainVerified: 'domain_verified' } } },
    // Its word is taken for addresses of its domains.
    domainVerification: { enabled: true },
    saml: {
      allowIdpInitiated: false,
      requireTimestamps: true,
      requestTTL: REQUEST_LIFE_MS,
      clockSkew: CLOCK_SKEW_MS,
      algorithms: { onDeprecated: 'reject' },
    },
    defaultSSO: organisation === null ? [] : [providerOf(organisation, publicUrl)],
  })
}

function providerOf({ metadata, domains, emailAttribute }: Organisation, publicUrl: string) {
  return {
    providerId: SAML_PROVIDER,
    domain: domains.join(','),
    samlConfig: {
      issuer: publicUrl,
      entryPoint: publicUrl,
      callbackUrl: '/profile',
      wantAssertionsSigned: true,
      idpMetadata: { metadata },
      spMetadata: { entityID: publicUrl },
      mapping: { id: 'nameID', email: emailAttribute, name: emailAttribute },
    },
  }
}

/** Whether a call is the way back from the organisation, which proves an address of its domains. */
export function isAtOrganisation(call: { readonly path?: string } | null): boolean {
  return call?.path === ASSERTION_ROUTE
}

/**
 * The way back belongs to the browser that set out: without its cookie a stranger's answer would sign somebody in as the stranger. The
 * library does not look, because a browser sends no cookie along with another site's form; `postAgain` has it send the form once more.
 * What could not be trusted even if it is signed is not read.
 */
export async function requireOwnAnswer(call: Hook): Promise<void> {
  if (call.path !== ASSERTION_ROUTE) return
  const { name } = call.context.createAuthCookie(RELAY_COOKIE)
  const relay = await call.getSignedCookie(name, call.context.secret)
  if (!relay || relay !== call.body?.RelayState) throw call.redirect('/profile?error=state_mismatch')
  const xml = Buffer.from(String(call.body?.SAMLResponse), 'base64').toString()
  if (UNWANTED.test(xml) || !answersOneQuestion(xml)) throw call.redirect('/profile?error=invalid_saml_response')
}

/**
 * Whether an answer names one question, and its assertion, which is signed, the same one as its outside, which need not be. The library
 * asks the outside alone whether we asked: an assertion that was seen once would serve again with another outside.
 */
function answersOneQuestion(xml: string): boolean {
  const named = [...xml.matchAll(/\sInResponseTo="([\w.-]+)"/g)].map(([, id]) => id)
  const isInside = /SubjectConfirmationData\s[^>]*InResponseTo="/.test(xml)
  return isInside && named.length === xml.split('InResponseTo').length - 1 && new Set(named).size === 1
}

const SCRIPT = 'document.forms[0].submit()'
const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64')
const AGAIN = 'again'
/** A signed answer with its certificates and groups: some providers' are above a hundred kilobytes. */
export const ANSWER_MAX_BYTES = 256 * 1024
const BASE64 = /^[\w+/=\s]+$/
const RELAY = /^[\w-]{1,64}$/

/** The page that posts an organisation's answer once more, from here: `null` where it has done so, or where there is no answer. */
export function postAgain(body: unknown): Response | null {
  if (!Buffer.isBuffer(body) || body.length > ANSWER_MAX_BYTES) return null
  const form = new URLSearchParams(body.toString())
  const isAnswer = BASE64.test(form.get('SAMLResponse') ?? '') && RELAY.test(form.get('RelayState') ?? '')
  if (!isAnswer || form.has(AGAIN)) return null
  const field = (name: string, value: string) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`
  const fields = ['SAMLResponse', 'RelayState'].map((name) => field(name, form.get(name) ?? '')).join('')
  const page = `<!doctype html><html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Connexion</title></head><body><form method="post">${fields}${field(AGAIN, '1')}<button>Continuer</button></form>
<script>${SCRIPT}</script></body></html>`
  const policy = `default-src 'none'; script-src 'sha256-${SCRIPT_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
  return new Response(page, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
  })
}
