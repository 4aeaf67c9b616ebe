import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { deriveSAMLIdentityProviderEntityID, sso } from '@better-auth/sso'
import { samlPage } from '@tribune/french/sentences/account.ts'
import type { AuthContext } from 'better-auth'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import type { Config } from '../../config.ts'
import type { Organisation } from '../../context.ts'
import { escapeHtml } from '../../kernel/text.ts'
import { emailAddress } from '../contacts/new-address.ts'
import type { Hook } from '../hook.ts'
import { MINUTE_S } from '../settings.ts'

export const SAML_PROVIDER = 'saml' as const
export const ASSERTION_PATH = `/sso/saml2/sp/acs/${SAML_PROVIDER}`
const ASSERTION_ROUTE = '/sso/saml2/sp/acs/:providerId'
/** Largest accepted difference between the clocks of two machines. */
const CLOCK_SKEW_MS = MINUTE_S * 1_000
/** Longest time from the request to its answer. */
const REQUEST_LIFE_MS = 10 * MINUTE_S * 1_000
/** The library's cookie in the browser that started the sign-in. */
const RELAY_COOKIE = 'relay_state'
const FIELDS = {
  oidcConfig: 'oidc_config',
  samlConfig: 'saml_config',
  userId: 'user_id',
  providerId: 'provider_id',
  organizationId: 'organization_id',
} as const

/**
 * Returns the library's settings for an organisation. The library accepts a signed assertion once, within its lifetime, if it is for us alone and answers
 * one of our requests. The table of organisations stays empty: only the operator adds one, in the settings.
 */
export function samlSignIn(organisation: Organisation | null, publicUrl: string) {
  return sso({
    providersLimit: 0,
    modelName: 'sso_provider',
    fields: FIELDS,
    schema: { ssoProvider: { fields: { domainVerified: 'domain_verified' } } },
    // The organisation is trusted for addresses of its domains.
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

/** Returns whether a call delivers an answer of the organisation, which proves an address of its domains. */
export function isAtOrganisation(call: { readonly path?: string } | null): boolean {
  return call?.path === ASSERTION_ROUTE
}

/**
 * Requires an answer to arrive in the browser that started the sign-in: otherwise a stranger's answer could sign a fan in as the stranger (login CSRF).
 * The library does not check, because browsers send no cookie with another site's form; `postAgain` has them post it again from here. Refuses an
 * answer that could not be trusted even if it is signed.
 */
export async function requireOwnAnswer(call: Hook): Promise<void> {
  const { name } = call.context.createAuthCookie(RELAY_COOKIE)
  const relay = await call.getSignedCookie(name, call.context.secret)
  if (!relay || relay !== call.body?.RelayState) throw call.redirect('/profile?error=state_mismatch')
  const xml = Buffer.from(String(call.body?.SAMLResponse), 'base64').toString()
  if (!isReadable(xml)) throw call.redirect('/profile?error=invalid_saml_response')
}

const SCRIPT = 'document.forms[0].submit()'
const SCRIPT_HASH = createHash('sha256').update(SCRIPT).digest('base64')
const AGAIN = 'again'
/** Largest signed answer, with its certificates and groups: those of some providers exceed a hundred kilobytes. */
export const ANSWER_MAX_BYTES = 256 * 1024
const BASE64 = /^[\w+/=\s]+$/
const RELAY = /^[\w-]{1,64}$/

/** Returns a page that posts an organisation's answer again from our origin; `null` if it has done so already, or if the body is not an answer. */
export function postAgain(body: unknown): Response | null {
  if (!Buffer.isBuffer(body) || body.length > ANSWER_MAX_BYTES) return null
  const form = new URLSearchParams(body.toString())
  const isAnswer = BASE64.test(form.get('SAMLResponse') ?? '') && RELAY.test(form.get('RelayState') ?? '')
  if (!isAnswer || form.has(AGAIN)) return null
  const field = (name: string, value: string) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`
  const fields = ['SAMLResponse', 'RelayState'].map((name) => field(name, form.get(name) ?? '')).join('')
  const page = `<!doctype html><html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${samlPage.title}</title></head><body><form method="post">${fields}${field(AGAIN, '1')}<button>${samlPage.goOn}</button></form>
<script>${SCRIPT}</script></body></html>`
  const policy = `default-src 'none'; script-src 'sha256-${SCRIPT_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
  return new Response(page, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
  })
}

/** SHA-1 algorithms, whose signatures can be forged. The library would accept them. */
const OUTDATED = /xmldsig#(?:[dr]sa-|hmac-)?sha1/i
const ID = /^[\w.-]+$/

/** Returns whether an organisation's SAML response may be processed. Does not verify its signature. */
export function isReadable(xml: string): boolean {
  const elements = elementsOf(xml)
  return elements !== null && usesCurrentAlgorithms(elements) && answersOneRequest(elements)
}

/** Also refuses algorithm names that contain a character reference (`&#x31;`): no honest provider writes one. */
function usesCurrentAlgorithms(elements: readonly XmlElement[]): boolean {
  return valuesOf('Algorithm', elements).every((name) => !name.includes('&') && !OUTDATED.test(name))
}

/**
 * Returns whether the assertion, which is signed, and the response around it, which may be unsigned, name the same request and no other. The library compares only
 * the response with our requests. Without this check, an attacker could replay a captured assertion in another response.
 */
function answersOneRequest(elements: readonly XmlElement[]): boolean {
  const [request, ...others] = new Set(valuesOf('InResponseTo', elements))
  const inside = elements.filter(({ name }) => name === 'SubjectConfirmationData')
  return request !== undefined && others.length === 0 && ID.test(request) && valuesOf('InResponseTo', inside).length > 0
}

function valuesOf(attribute: string, elements: readonly XmlElement[]): string[] {
  return elements.flatMap(({ attributes }) =>
    attributes.filter(([name]) => name === attribute).map(([, value]) => value),
  )
}

/** The person for whom a provider vouches. */
interface Vouched {
  readonly user: { readonly id?: string | undefined; readonly email?: string | null | undefined }
  readonly source: {
    readonly method: string
    readonly oauth?: { readonly providerId: string } | undefined
  }
}

interface Rules {
  readonly adminEmail: string
  /** Domains of the organisation's people, by sign-in method. */
  readonly domains: Readonly<Partial<Record<'sso' | 'saml', readonly string[]>>>
}

type Store = Pick<AuthContext['internalAdapter'], 'findUserById'>

/**
 * Lets an organisation vouch only for its own people: refuses an address of another domain with `email_outside_organisation`, and the operator's
 * address or account with `operator_by_organisation`. Runs before the organisation creates, joins or opens an account.
 */
export async function refuseOutsider({ user, source }: Vouched, store: Store, { adminEmail, domains }: Rules) {
  const method = source.method === 'sso-saml' ? 'saml' : source.oauth?.providerId === 'sso' ? 'sso' : null
  if (method === null) return
  const email = (user.email ?? '').toLowerCase()
  const domain = email.slice(email.lastIndexOf('@') + 1)
  if (!emailAddress.safeParse(email).success || domains[method]?.includes(domain) !== true) {
    return { error: 'email_outside_organisation' }
  }
  const owner = user.id === undefined ? null : await store.findUserById(user.id)
  return [email, owner?.email].includes(adminEmail) ? { error: 'operator_by_organisation' } : undefined
}

const LIMIT_MS = 5_000
const MAX_CHARACTERS = 500_000

/**
 * Reads the metadata of the organisation's identity provider once, within a time limit. Returns `null` if none is configured, or if its metadata
 * cannot be used: that is reported to `onProgress`, and the sign-in method is not offered.
 */
export async function readOrganisation(
  saml: Config['saml'],
  onProgress: (line: string) => void,
): Promise<Organisation | null> {
  if (saml === null) return null
  const { address, domains, emailAttribute } = saml
  try {
    const metadata = await read(address)
    if (!isUsable(metadata)) throw new Error('No description')
    return { metadata, domains, emailAttribute }
  } catch {
    onProgress(`sign-in by SAML: ${address} cannot be read, not offered`)
    return null
  }
}

/** Returns whether metadata contains the provider's entity id, its sign-in address and the key that it signs with. */
function isUsable(metadata: string): boolean {
  const name: unknown = deriveSAMLIdentityProviderEntityID({ issuer: '', idpMetadata: { metadata } } as never)
  const named = new Set(elementsOf(metadata)?.map((element) => element.name))
  return Boolean(name) && named.has('SingleSignOnService') && named.has('X509Certificate')
}

async function read(address: string): Promise<string> {
  const text = /^https?:/.test(address) ? await fetchText(address) : await readFile(address, 'utf8')
  if (text.length > MAX_CHARACTERS) throw new Error('Too long for a description')
  return text
}

async function fetchText(address: string): Promise<string> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(LIMIT_MS) })
  if (!answer.ok) throw new Error(`Answered ${answer.status}`)
  return answer.text()
}

/** An element of a document, and its attributes as written: references in values are not resolved. */
interface XmlElement {
  readonly name: string
  readonly attributes: readonly (readonly [name: string, value: string])[]
}

type XmlNode = Readonly<Record<string, unknown>>

const ATTRIBUTES = ':@'
/** The accounts library's own parser. Its limits apply here as well: it refuses a document nested a hundred deep. */
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
})

/**
 * Returns all elements of a document, their names without prefixes; comments, text and CDATA sections are none. Returns `null` for a document that
 * is not well-formed, and for one with a DOCTYPE, whose entities could blow it up: the parser skips it silently.
 */
function elementsOf(xml: string): readonly XmlElement[] | null {
  if (xml.toLowerCase().includes('<!doctype')) return null
  try {
    // Parses first: the parser gives up early on deep nesting, which takes the validator long.
    const document = parser.parse(xml)
    return XMLValidator.validate(xml) === true ? [...walk(document)] : null
  } catch {
    return null
  }
}

function* walk(nodes: readonly XmlNode[]): Generator<XmlElement> {
  for (const node of nodes) {
    const [name, children] = Object.entries(node).find(([key]) => key !== ATTRIBUTES) ?? []
    if (name === undefined || !Array.isArray(children)) continue
    const attributes = Object.entries((node[ATTRIBUTES] ?? {}) as Readonly<Record<string, string>>)
    yield { name: localName(name), attributes: attributes.map(([key, value]) => [localName(key), value]) }
    yield* walk(children)
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
