/// <reference path="./samlp.d.ts" />
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import samlp from 'samlp'
import { generate } from 'selfsigned'
import { escapeHtml } from '../kernel/text.ts'

const EMAIL = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress'

/** Deviations of an answer from a correct one. */
interface Twist {
  /** Signed with another provider's key, or not at all. */
  readonly signedBy?: 'stranger' | 'nobody'
  readonly audience?: string
  readonly recipient?: string
  readonly inResponseTo?: string
  readonly issuer?: string
  readonly lifetimeInSeconds?: number
  readonly digestAlgorithm?: 'sha1'
  readonly signatureAlgorithm?: 'rsa-sha1'
  /** Changes the text once it is signed. */
  readonly rewrite?: (xml: string) => string
}

/** An organisation's identity provider, over real HTTP: everyone is who they say they are. */
export interface SamlProvider {
  /** Its configuration in the product. */
  readonly organisation: {
    readonly metadata: string
    readonly domains: readonly string[]
    readonly emailAttribute: string
  }
  readonly metadataUrl: string
  /** The form that it has a browser post for a question of the product's, as somebody. */
  answer(question: string, email: string, twist?: Twist): Promise<URLSearchParams>
  close(): Promise<void>
}

const askedIn = promisify(samlp.parseRequest)
const answered = promisify(samlp.getSamlResponse)

/** @param domains Mail domains of its people. */
export async function startSamlProvider(domains: readonly string[]): Promise<SamlProvider> {
  const [own, stranger] = await Promise.all([keys(), keys()])
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const metadata = metadataOf(issuer, own.cert)

  async function answer(question: string, email: string, twist: Twist = {}): Promise<URLSearchParams> {
    const query = Object.fromEntries(new URL(question).searchParams)
    const asked = await askedIn({ method: 'GET', query }, {})
    const { signedBy, rewrite = (xml) => xml, ...claims } = twist
    const xml = await answered(
      {
        ...(signedBy === 'stranger' ? stranger : own),
        signAssertion: signedBy !== 'nobody',
        issuer,
        audience: asked.issuer,
        recipient: asked.assertionConsumerServiceURL,
        destination: asked.assertionConsumerServiceURL,
        inResponseTo: asked.id,
        signatureAlgorithm: 'rsa-sha256',
        digestAlgorithm: 'sha256',
        nameIdentifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
        lifetimeInSeconds: 300,
        ...claims,
      },
      { id: `person-${email}`, emails: [{ value: email }], displayName: email, name: {} },
    )
    const SAMLResponse = Buffer.from(rewrite(xml)).toString('base64')
    return new URLSearchParams({ SAMLResponse, RelayState: query.RelayState ?? '' })
  }

  server.on('request', async (request, response) => {
    const url = new URL(request.url ?? '/', issuer)
    if (url.pathname === '/metadata') return void response.end(metadata)
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (request.method === 'GET')
      return void response.end(page('Organisation', '<input name="email" aria-label="Adresse">'))
    const email = new URLSearchParams(await text(request)).get('email') ?? ''
    const form = await answer(url.href, email)
    const { assertionConsumerServiceURL: to } = await askedIn(
      { method: 'GET', query: Object.fromEntries(url.searchParams) },
      {},
    )
    const fields = [...form].map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    response.end(page('Bienvenue', fields.join(''), to))
  })

  return {
    organisation: { metadata, domains, emailAttribute: EMAIL },
    metadataUrl: `${issuer}/metadata`,
    answer,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

async function keys(): Promise<{ cert: string; key: string }> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'organisation.invalid' }], {
    keySize: 2_048,
  })
  return { cert, key }
}

function metadataOf(issuer: string, cert: string): string {
  const [, certificate = ''] = /-----BEGIN CERTIFICATE-----([^-]+)/.exec(cert) ?? []
  return `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${issuer}">
<IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data>
<X509Certificate>${certificate.replace(/\s/g, '')}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>
<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${issuer}/sso"/>
</IDPSSODescriptor></EntityDescriptor>`
}

function page(title: string, fields: string, action = ''): string {
  return `<!doctype html><title>${title}</title><h1>${title}</h1>
<form method="post" action="${escapeHtml(action)}">${fields}<button>Continuer</button></form>`
}
