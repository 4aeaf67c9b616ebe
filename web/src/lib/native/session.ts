/** The session of the native app: a bearer token in the phone's secure storage (docs/product/decisions.md, access). A browser never comes here. */

/** Name of the token in the secure storage. */
const KEY = 'session'
let token: string | null = null

/** Time after which a storage that does not answer is one that cannot be read, in milliseconds: the app must start. */
const READ_LIMIT_MS = 3_000

/** Returns the plugin in an object: a promise would take the plugin itself for another promise, as it answers to any name, `then` included. */
const storage = () => import('@aparajita/capacitor-secure-storage')

/**
 * Reads the token, before the first call. A read that fails is a fan who is signed out: what a backup of another phone brought along cannot be
 * decrypted on this one, and is removed.
 */
export async function loadSession(): Promise<void> {
  try {
    const { SecureStorage } = await storage()
    const tooLong = new Promise<null>((resolve) => setTimeout(resolve, READ_LIMIT_MS, null))
    token = await Promise.race([SecureStorage.getItem(KEY), tooLong])
  } catch {
    await dropSession()
  }
}

/** Stores the token of a new session. If the storage refuses, the session lasts as long as the app runs. */
export async function holdSession(next: string): Promise<void> {
  token = next
  try {
    const { SecureStorage } = await storage()
    await SecureStorage.setItem(KEY, next)
  } catch (error) {
    console.error('session not stored', error)
  }
}

/** Forgets the session on this phone. */
export async function dropSession(): Promise<void> {
  token = null
  try {
    const { SecureStorage } = await storage()
    await SecureStorage.removeItem(KEY)
  } catch (error) {
    console.error('session not removed', error)
  }
}

/** Returns the header that signs a call, or none for a visitor. */
export function bearerHeaders(): Readonly<Record<string, string>> {
  return token === null ? {} : { authorization: `Bearer ${token}` }
}

/** Stores the token of an answer that renews the session. */
export function noteSession(headers: Headers): void {
  const next = headers.get('set-auth-token')
  if (next !== null && next !== token && token !== null) void holdSession(next)
}
