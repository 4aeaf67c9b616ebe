/** Decodes a percent-encoded text. Returns `null` if it is malformed. */
export function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
