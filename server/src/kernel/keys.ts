import {
  createHmac,
  createPublicKey,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
  verify,
} from 'node:crypto'

const KEY_BYTES = 32

/**
 * Derives a key for one purpose from the server's secret (HKDF-SHA256), so that a signature or hash for one purpose is worthless for another.
 * `purpose` describes the use in a few words, and must not change once the key is in use.
 */
export function keyFor(secret: string, purpose: string): KeyObject {
  return createSecretKey(keyBytes(secret, purpose))
}

/** Returns the bytes of the same key, for a library that wants them. Computing an HMAC with bytes prepares the key again each time. */
export function keyBytes(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'tribune', purpose, KEY_BYTES))
}

/** Derives the key of one purpose under each secret, newest first: the first signs and encrypts, the others only verify and decrypt. */
export function keysFor(
  secrets: readonly [string, ...string[]],
  purpose: string,
): readonly [KeyObject, ...KeyObject[]] {
  const [newest, ...older] = secrets
  return [keyFor(newest, purpose), ...older.map((secret) => keyFor(secret, purpose))]
}

/** Returns a text as a key, for signatures of libraries whose keys are texts. */
export function textKey(text: string): KeyObject {
  return createSecretKey(Buffer.from(text))
}

/** Computes the HMAC-SHA256 of a text, in base64url: its signature, or a hash that cannot be compared with guesses without the key. */
export function hmacOf(key: KeyObject, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** Returns whether `given` is the HMAC of a text, compared in constant time. */
export function isHmacOf(key: KeyObject, text: string, given: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(hmacOf(key, text))]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Returns whether an Ed25519 signature of a message is that of a public key, 32 bytes (RFC 8032). */
export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const x = Buffer.from(publicKey).toString('base64url')
  return verify(null, message, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature)
}

const ID_BYTES = 16
const MAC_BYTES = 16

/** Content of a proof. */
interface Proven {
  /** A UUID. */
  readonly id: string
  /** Further bytes that the proof covers, of the length that its purpose has. */
  readonly details: Buffer
}

/** Makes and reads short proofs for links and messages. Any bearer of a proof may do the one thing that it is for, without a session. */
interface Proofs {
  make(proven: Proven): string
  /** Returns what a proof is good for, or `null` if it is not ours. */
  read(proof: string): Proven | null
}

/**
 * @param secrets Newest first: the first signs, the others only verify.
 * @param purpose Proofs of one purpose are worthless for another.
 * @param detailsBytes Length of the details.
 */
export function createProofs(secrets: readonly [string, ...string[]], purpose: string, detailsBytes = 0): Proofs {
  const keys = keysFor(secrets, purpose)
  const macOf = (key: KeyObject, content: Buffer) =>
    createHmac('sha256', key).update(content).digest().subarray(0, MAC_BYTES)
  const contentBytes = ID_BYTES + detailsBytes
  return {
    make({ id, details }) {
      const content = Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), details])
      return Buffer.concat([content, macOf(keys[0], content)]).toString('base64url')
    },
    read(proof) {
      const bytes = Buffer.from(proof, 'base64url')
      if (bytes.length !== contentBytes + MAC_BYTES) return null
      const content = bytes.subarray(0, contentBytes)
      const given = bytes.subarray(contentBytes)
      if (!keys.some((key) => timingSafeEqual(given, macOf(key, content)))) return null
      const hex = content.subarray(0, ID_BYTES).toString('hex')
      const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
      return { id, details: content.subarray(ID_BYTES) }
    },
  }
}
