/**
 * Returns the entity tag by which a caller names a state in `If-Match`: the SHA-256 of its JSON with sorted keys, in quotes. Both ends compute it, so a read
 * needs no revision of its own, and values that are restored match again (docs/decisions/087).
 */
export async function stateTag(state: unknown): Promise<string> {
  const json = JSON.stringify(state, (_key, value: unknown) => (isRecord(value) ? sorted(value) : value))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(json))
  return `"${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')}"`
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const sorted = (record: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.keys(record)
      .toSorted()
      .map((key) => [key, record[key]]),
  )

/** Returns whether `If-Match` names a state: one of its tags, or `*` for any. Weak tags never match (RFC 9110, section 13.1.1). */
export async function namesState(header: string, state: unknown): Promise<boolean> {
  const tags = header.split(',').map((tag) => tag.trim())
  return tags.includes('*') || tags.includes(await stateTag(state))
}
