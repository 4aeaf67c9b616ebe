import { createHash } from 'node:crypto'

const LIMIT_MS = 1_500
const HASH_PREFIX = 5
const ANSWER_BYTES = 200_000

/**
 * Whether a password is known from a leak. Asks a service, which receives only the first five digits of its hash (the range protocol of Have I Been
 * Pwned). Returns `false` if the service does not answer in time.
 */
export async function isLeaked(password: string, serviceUrl: string): Promise<boolean> {
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  try {
    const answer = await fetch(`${serviceUrl}/range/${hash.slice(0, HASH_PREFIX)}`, {
      headers: { 'add-padding': 'true' },
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    if (!answer.ok) return false
    const lines = (await answer.text()).slice(0, ANSWER_BYTES).split('\n')
    return lines.some((line) => {
      const [suffix, times] = line.trim().split(':')
      return suffix === hash.slice(HASH_PREFIX) && Number(times) > 0
    })
  } catch {
    return false
  }
}
