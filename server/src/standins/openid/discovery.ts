const LIMIT_MS = 5_000

/**
 * Whether a provider describes itself at an address, within a time limit. The accounts library reads it right after, and would wait
 * without end for one that does not answer.
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
