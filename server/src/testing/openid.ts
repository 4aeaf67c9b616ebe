import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { IdentityProvider } from '../context.ts'

/** The identity given at a provider, or a refusal. */
interface GivenIdentity {
  readonly email?: string
  readonly verified?: boolean
  readonly refused?: boolean
}

/** Response with which a provider sends a browser back: an address to open, or a form to post. */
interface Answer {
  readonly url: string
  readonly form: URLSearchParams | null
}

/** A browser at the stand-in for providers of identities: over real HTTP, with cookies of its own. */
export async function visitProvider(
  address: string,
  { email = '', verified = true, refused = false }: GivenIdentity,
): Promise<Answer> {
  const cookies = new Map<string, string>()
  const send = async (url: URL, form?: URLSearchParams) => {
    const answer = await fetch(url, {
      redirect: 'manual',
      method: form === undefined ? 'GET' : 'POST',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(form === undefined ? {} : { body: form }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return answer
  }
  const form = new URLSearchParams({
    email,
    ...(verified ? { verified: 'on' } : {}),
    ...(refused ? { refused: '1' } : {}),
  })
  const home = new URL(address).origin
  let url = new URL(address)
  let answer = await send(url)
  for (;;) {
    const to = answer.headers.get('location')
    if (to !== null) {
      url = new URL(to, url)
      if (url.origin !== home) return { url: url.href, form: null }
      answer = await send(url)
    } else if (/^\/interaction\//.test(url.pathname)) answer = await send(url, form)
    else return formOf(await answer.text())
  }
}

/** The form that a page posts by itself. */
function formOf(page: string): Answer {
  const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1]
  if (action === undefined) throw new Error(`The provider shows no form: ${page.slice(0, 500)}`)
  const fields = [...page.matchAll(/<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)]
  return {
    url: unescaped(action),
    form: new URLSearchParams(fields.map(([, name = '', value]): [string, string] => [name, unescaped(value)])),
  }
}

function unescaped(html = ''): string {
  return html
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

type Claims = Record<string, unknown>

/** A provider in front of an honest one. It changes the claims of the identity tokens as a test wants, and signs them again. */
export interface HostileProvider {
  readonly provider: IdentityProvider
  /** Sets how the claims of the next tokens are changed, and which key signs them. */
  forge(change: (claims: Claims) => Claims, key?: 'own' | 'unknown'): void
  /** An identity token of its own making. */
  sign(claims: Claims): string
  close(): Promise<void>
}

const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2_048 })
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function signed(claims: Claims, key: KeyObject): string {
  const head = `${part({ alg: 'RS256', kid: 'own' })}.${part(claims)}`
  return `${head}.${createSign('sha256').update(head).sign(key).toString('base64url')}`
}

export async function startHostileProvider(honest: IdentityProvider): Promise<HostileProvider> {
  const keys = { own: rsa(), unknown: rsa() }
  const discovery = (await (await fetch(honest.discoveryUrl ?? '')).json()) as { token_endpoint: string }
  let forged: { change: (claims: Claims) => Claims; key: 'own' | 'unknown' } = {
    change: (claims) => claims,
    key: 'own',
  }
  let base = ''
  const answers: Record<string, (body: string, type: string) => Promise<object> | object> = {
    '/discovery': () => ({ ...discovery, token_endpoint: `${base}/token`, jwks_uri: `${base}/keys` }),
    '/keys': () => ({
      keys: [{ ...keys.own.publicKey.export({ format: 'jwk' }), kid: 'own', use: 'sig', alg: 'RS256' }],
    }),
    '/token': async (body, type) => {
      const headers = { 'content-type': type }
      const answer = await fetch(discovery.token_endpoint, { method: 'POST', headers, body })
      const tokens = (await answer.json()) as { id_token: string }
      const claims = JSON.parse(Buffer.from(tokens.id_token.split('.')[1] ?? '', 'base64url').toString())
      return { ...tokens, id_token: signed(forged.change(claims), keys[forged.key].privateKey) }
    },
  }
  const server = createServer(async (request, response) => {
    const answer = answers[request.url ?? '']
    const body = await text(request)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(await answer?.(body, request.headers['content-type'] ?? '')))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    provider: { ...honest, discoveryUrl: `${base}/discovery` },
    forge: (change, key = 'own') => {
      forged = { change, key }
    },
    sign: (claims) => signed(claims, keys.own.privateKey),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
