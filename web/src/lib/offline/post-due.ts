/** Beginning of the names under which ballots that wait, and what became of them, are stored (data/held-ballots.ts, which is not needed where there are none). */
const PREFIX = 'tribune-held'

/** Whether this phone has something to send or to tell of ballots that waited for a network. */
export function isPostDue(storage = ownStorage()): boolean {
  const names = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index))
  return names.some((name) => name?.startsWith(PREFIX))
}

function ownStorage(): Pick<Storage, 'key' | 'length'> | null {
  try {
    return localStorage
  } catch {
    return null
  }
}
