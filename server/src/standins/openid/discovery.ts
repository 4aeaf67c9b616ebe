const LIMIT_MS = 5_000

/**
 * Whether a discovery document can be read within a time limit. The accounts library reads it right afterwards, and would wait for ever for a
 * provider that does not answer.
 */
export async function isDescribed(address: string): Promise<boolean> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(LIMIT_MS) })
    const description: unknown = answer.ok ? await answer.json() : null
    return typeof description === 'object' && description !== null && 'jwks_uri' in description
  } catch {
    return false
  }
}
