import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { IdentityProvider } from '../context.ts'

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
