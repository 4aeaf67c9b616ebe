import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto'

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signs a JWT: ES256 with a P-256 key, RS256 with an RSA key. */
export function signJwt(key: KeyObject, claims: object, header: object = {}): string {
  const isRsa = key.asymmetricKeyType === 'rsa'
  const text = `${encoded({ typ: 'JWT', alg: isRsa ? 'RS256' : 'ES256', ...header })}.${encoded(claims)}`
  const signature = sign('sha256', Buffer.from(text), isRsa ? key : { key, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}

/** A VAPID key pair: what browsers subscribe with, and what we sign with. */
export interface VapidKeys {
  /** P-256 point, uncompressed, in base64url. */
  readonly publicKey: string
  readonly privateKey: KeyObject
}

/** Reads a VAPID private key: 32 bytes in base64url, as all tools for Web Push print it. Throws if it is none. */
export function vapidKeysOf(text: string): VapidKeys {
  const raw = Buffer.from(text, 'base64url')
  if (raw.length !== 32) throw new Error('32 bytes in base64url are expected')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(raw)
  const point = pair.getPublicKey()
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', d: text, x, y }
  return { publicKey: point.toString('base64url'), privateKey: createPrivateKey({ key: jwk, format: 'jwk' }) }
}

/** Makes a VAPID private key in base64url. */
export function makeVapidKey(): string {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return pair.getPrivateKey().toString('base64url').padStart(43, 'A')
}
