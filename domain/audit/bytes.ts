/** Computes SHA-256: 32 bytes from any number of bytes. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array

const encoder = new TextEncoder()

/** Encodes a text as UTF-8. */
export function utf8(text: string): Uint8Array {
  return encoder.encode(text)
}

/** Joins bytes in the given order. */
export function joinBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** Compares bytes of equal length, first byte first. A comparator for `sort`: 0 if they are the same. */
export function compareBytes(one: Uint8Array, other: Uint8Array): number {
  for (let index = 0; index < one.length; index += 1) {
    const gap = (one[index] ?? 0) - (other[index] ?? 0)
    if (gap !== 0) return gap
  }
  return one.length - other.length
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Writes bytes in hex, lower case. */
export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += HEX[byte] ?? ''
  return text
}

/** Reads bytes from hex of even length and lower case. The caller has checked the text. */
export function fromHex(text: string): Uint8Array {
  const digit = (at: number) => text.charCodeAt(at) - (text.charCodeAt(at) < 58 ? 48 : 87)
  const bytes = new Uint8Array(text.length / 2)
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = digit(2 * index) * 16 + digit(2 * index + 1)
  return bytes
}

/** Returns whether a value is a SHA-256 in hex of lower case. */
export function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}

/** Writes bytes in the standard base64, with padding. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

/** Reads what `toBase64` writes; returns `null` for any other text. */
export function fromBase64(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  return toBase64(bytes) === text ? bytes : null
}
