import { createCipheriv, createECDH, createHmac, randomBytes } from 'node:crypto'

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
/** Messages are padded to a multiple of this, so that their length does not tell which clubs they name. */
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
  if (payload.length > MAX_PAYLOAD_BYTES) throw new Error(`payload of ${payload.length} bytes`)
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

/** Whether a text is a browser's public key: a point of the curve, in base64url. */
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
