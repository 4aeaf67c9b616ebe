import { createCipheriv, createECDH, createHmac, randomBytes } from 'node:crypto'
import { messagePath } from '@tribune/protocol/push.ts'
import { LRUCache } from 'lru-cache'
import type { PushMessage, PushService } from './message.ts'
import { signJwt, type VapidKeys } from './signing.ts'
import { outcomeOf, type PushAnswer, type PushWire, secondsUntil } from './wire.ts'

/** A browser's keys of one subscription: its public key (P-256, uncompressed), and the secret of both ends. */
interface BrowserKeys {
  readonly p256dh: Buffer
  readonly auth: Buffer
}

const CURVE = 'prime256v1'
const PUBLIC_KEY_BYTES = 65
export const AUTH_BYTES = 16
const RECORD_BYTES = 4096
const SALT_BYTES = 16
const TAG_BYTES = 16
/** Messages are padded to a multiple of this, so that their length does not reveal which clubs they name. */
const PADDED_TO = 256
const LAST_RECORD = 2
const HEADER_BYTES = SALT_BYTES + 4 + 1 + PUBLIC_KEY_BYTES
/** Longest payload that a push service has to accept (RFC 8030, section 7.2). */
export const MAX_PAYLOAD_BYTES = RECORD_BYTES - HEADER_BYTES - TAG_BYTES - 1

const hmac = (key: Buffer, ...parts: readonly (Buffer | string)[]) => {
  const mac = createHmac('sha256', key)
  for (const part of parts) mac.update(part)
  return mac.digest()
}
const ONE = Buffer.of(1)

/**
 * Encrypts a payload for one browser as RFC 8291 says: `aes128gcm` in one record, with a key pair made for this message alone. Throws if the payload is
 * too long, or `p256dh` no point of the curve.
 */
export function seal(payload: Buffer, { p256dh, auth }: BrowserKeys): Buffer {
  if (payload.length > MAX_PAYLOAD_BYTES) throw new Error(`payload too large: ${payload.length} bytes`)
  const pair = createECDH(CURVE)
  const ours = pair.generateKeys()
  const salt = randomBytes(SALT_BYTES)
  // HKDF with outputs of one block each, written out: half the cost of hkdfSync.
  const shared = hmac(hmac(auth, pair.computeSecret(p256dh)), 'WebPush: info\0', p256dh, ours, ONE)
  const prk = hmac(salt, shared)
  const key = hmac(prk, 'Content-Encoding: aes128gcm\0', ONE).subarray(0, 16)
  const nonce = hmac(prk, 'Content-Encoding: nonce\0', ONE).subarray(0, 12)
  const length = Math.min(MAX_PAYLOAD_BYTES + 1, Math.ceil((payload.length + 1) / PADDED_TO) * PADDED_TO)
  const plain = Buffer.alloc(length)
  payload.copy(plain)
  plain[payload.length] = LAST_RECORD
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const header = Buffer.alloc(SALT_BYTES + 5)
  salt.copy(header)
  header.writeUInt32BE(RECORD_BYTES, SALT_BYTES)
  header[SALT_BYTES + 4] = PUBLIC_KEY_BYTES
  return Buffer.concat([header, ours, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Returns whether a text is a browser's public key: a point of the curve, in base64url. */
export function isPublicKey(text: string): boolean {
  const key = Buffer.from(text, 'base64url')
  if (key.length !== PUBLIC_KEY_BYTES || key[0] !== 4) return false
  try {
    const pair = createECDH(CURVE)
    pair.generateKeys()
    pair.computeSecret(key)
    return true
  } catch {
    return false
  }
}

/** Settings of Web Push (RFC 8030) with VAPID (RFC 8292). */
export interface WebPushSettings {
  /** The product's public address, which opens on a tap. */
  readonly origin: string
  readonly keys: VapidKeys
  /** Contact of the operator for push services: `mailto:` or `https:`. */
  readonly subject: string
  /** Push services to which messages may be sent, each with its subdomains. */
  readonly services: readonly string[]
  /** Origin of a stand-in that receives every message instead of the service that its address names; `null` for the services themselves. */
  readonly standIn: string | null
}

/** RFC 8292 allows a day. */
const TOKEN_LIFE_S = 12 * 3_600
const TOKEN_REUSED_MS = 6 * 3_600_000
/** Push services whose tokens are remembered. */
const SERVICES_REMEMBERED = 200

/**
 * Makes the payload: a declarative message (WebKit shows it without a worker, and without an action, so its address carries what turns its kind off),
 * which the service worker reads as well. `silent` is for WebKit alone: the worker remembers what it has shown.
 */
function payloadOf({ notice, topic, silent }: PushMessage, origin: string): Buffer {
  const { title, body, path, kind, off } = notice
  const navigate = origin + messagePath({ path, kind, off })
  const notification = {
    title,
    body,
    lang: 'fr',
    tag: topic,
    navigate,
    data: { path, kind, off },
    ...(silent && { silent }),
  }
  return Buffer.from(JSON.stringify({ web_push: 8030, notification }))
}

/** Returns whether a subscription has ended, or was made with another VAPID key than ours, as Google, Mozilla and Apple say it in their answers. */
const isGone = ({ status, body }: PushAnswer) =>
  status === 404 || status === 410 || (status >= 400 && status < 404 && OTHER_KEY.test(body))
const OTHER_KEY = /not correspond to the (?:credentials|sender ID) used|VAPID public key mismatch|VapidPkHashMismatch/

/** A signature for one service. */
interface Token {
  readonly jwt: string
  /** Whether the service has accepted a message with it, so that a later refusal is about the subscription. */
  isAccepted: boolean
}

/** Sends to browsers. The message is sealed for the browser alone. */
export function createWebPush(wire: PushWire, settings: WebPushSettings): PushService {
  const tokens = new LRUCache<string, Token>({ max: SERVICES_REMEMBERED, ttl: TOKEN_REUSED_MS })
  const tokenFor = (audience: string, now: Date): Token => {
    const known = tokens.get(audience)
    if (known !== undefined) return known
    const exp = Math.floor(now.getTime() / 1_000) + TOKEN_LIFE_S
    const jwt = signJwt(settings.keys.privateKey, { aud: audience, exp, sub: settings.subject })
    const token = { jwt, isAccepted: false }
    tokens.set(audience, token)
    return token
  }
  return {
    async send(message, now) {
      const { target, topic, expiresAt, urgent } = message
      const { endpoint, p256dh, auth } = target
      if (p256dh === null || auth === null) return { outcome: 'refused', reason: 'no keys' }
      // Stored before the list of services was.
      if (!isPushAddress(endpoint, settings.standIn, settings.services)) return { outcome: 'gone' }
      const url = new URL(endpoint)
      const body = seal(payloadOf(message, settings.origin), { p256dh, auth })
      const token = tokenFor(url.origin, now)
      const headers = {
        authorization: `vapid t=${token.jwt}, k=${settings.keys.publicKey}`,
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(secondsUntil(expiresAt, now)),
        urgency: urgent ? 'high' : 'normal',
        topic,
      }
      const answer = await wire.post({ url, headers, body, via: settings.standIn, guarded: true })
      const isOurs = (answer.status === 401 || answer.status === 403) && !token.isAccepted
      // Signed again for the next message: our clock may be right by then.
      if (isOurs) tokens.delete(url.origin)
      const outcome = outcomeOf(answer, { isGone: isGone(answer), isOurs })
      if (outcome.outcome === 'sent') token.isAccepted = true
      return outcome
    },
  }
}

/**
 * Push services of browsers, each with its subdomains: of Chrome and the browsers made from it, of Firefox, of Safari, of Edge. `PUSH_SERVICES` adds others
 * (docs/decisions/086).
 */
export const BROWSERS_PUSH_SERVICES = [
  'fcm.googleapis.com',
  'android.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
] as const

/**
 * Returns whether messages may be sent to the address that a browser gives: `https:` on its usual port, without a password, at one of these push services. An
 * address of `standIn` is accepted unchanged.
 */
export function isPushAddress(address: string, standIn: string | null, services: readonly string[]): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (url.username !== '' || url.password !== '') return false
  if (standIn !== null && url.origin === standIn) return true
  if (url.protocol !== 'https:' || url.port !== '') return false
  return services.some((service) => url.hostname === service || url.hostname.endsWith(`.${service}`))
}
