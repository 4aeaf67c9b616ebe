/** Seconds in which the native app exchanges what the phone's browser handed it. */
export const APP_CODE_LIFE_S = 120

const SECRET = /^[\w-]{42}[AEIMQUYcgkosw048]$/

/**
 * Returns whether a text is one of those that the native app and the phone's browser pass each other when a fan signs in there: code, verifier or
 * challenge, each 32 bytes in base64url, which can be written in one way only.
 */
export function isAppSecret(text: unknown): text is string {
  return typeof text === 'string' && SECRET.test(text)
}
