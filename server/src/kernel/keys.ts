import { hkdfSync } from 'node:crypto'

const KEY_BYTES = 32

/**
 * A key for one purpose, derived from the server's secret (HKDF-SHA256): what is signed or hashed for one purpose says nothing
 * for another. `purpose` names what the key is for, in a few words, and never changes once it is in use.
 */
export function keyFor(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'tribune', purpose, KEY_BYTES))
}

/** The key of one purpose under each secret, newest first: the first one signs and encrypts, the others only read. */
export function keysFor(secrets: readonly [string, ...string[]], purpose: string): readonly [Buffer, ...Buffer[]] {
  const [newest, ...older] = secrets
  return [keyFor(newest, purpose), ...older.map((secret) => keyFor(secret, purpose))]
}
