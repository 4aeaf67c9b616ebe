/** The session of the native app: a bearer token in the phone's secure storage (docs/product/decisions.md, access). A browser never comes here. */

import { phoneStorage } from '../device/storage.ts'

/** Name of the token in the secure storage. */
const KEY = 'session'
/** Name in local storage of the mark that an earlier start of this installation has left. */
const STARTED = 'tribune-started'
let token: string | null = null
/** Counts sessions that began or ended since the start: a slow read of the storage knows nothing of them. */
let changes = 0
/** The last change of the storage: the next one waits for it, or the older of two might be the one that stays. */
let lastChange: Promise<void> | undefined

/** Time after which a storage that does not answer is one that cannot be read, in milliseconds: the app must start. */
const READ_LIMIT_MS = 3_000

/** Returns the plugin in an object: a promise would take the plugin itself for another promise, as it answers to any name, `then` included. */
const storage = () => import('@aparajita/capacitor-secure-storage')

/**
 * Reads the token, before the first call. If the read fails, the fan is signed out: a token from the backup of another phone cannot be decrypted on this one,
 * and is removed. So is the token of a former installation, because iOS keeps the secure storage of a deleted app. A session that began or ended during the
 * read is not changed. Never rejects.
 */
export async function loadSession(): Promise<void> {
  const before = changes
  try {
    const { SecureStorage } = await storage()
    const tooLong = new Promise<undefined>((resolve) => setTimeout(resolve, READ_LIMIT_MS))
    const found = await Promise.race([SecureStorage.getItem(KEY), tooLong])
    if (found === undefined || before !== changes) return
    if (found !== null && !phoneStorage.read(STARTED)) await dropSession()
    else token = found
  } catch {
    if (before !== changes) return
    await dropSession()
  }
  markStarted()
}

function markStarted(): void {
  phoneStorage.write(STARTED, '1')
}

/** Stores the token of a new session, for this phone alone. If the storage refuses, the session lasts as long as the app runs. */
export function holdSession(next: string): Promise<void> {
  token = next
  changes += 1
  return inTurn('session not stored', async () => {
    const { KeychainAccess, SecureStorage } = await storage()
    // By default, iOS restores it from a backup on other phones.
    await SecureStorage.setDefaultKeychainAccess(KeychainAccess.whenUnlockedThisDeviceOnly)
    await SecureStorage.setItem(KEY, next)
    markStarted()
  })
}

/** Forgets the session on this phone. */
export function dropSession(): Promise<void> {
  token = null
  changes += 1
  return inTurn('session not removed', async () => {
    const { SecureStorage } = await storage()
    await SecureStorage.removeItem(KEY)
  })
}

/** Changes the storage once the changes before have ended. Never rejects. */
function inTurn(failure: string, change: () => Promise<void>): Promise<void> {
  lastChange = (lastChange ?? Promise.resolve()).then(change).catch((error) => console.error(failure, error))
  return lastChange
}

/** Returns the header that signs a call, or none for a visitor. */
export function bearerHeaders(): Readonly<Record<string, string>> {
  return token === null ? {} : { authorization: `Bearer ${token}` }
}

/**
 * Stores the token of an answer that renews the session, unless another session has begun since its request.
 * @param sent Header that signed the request.
 */
export function noteSession(answer: Headers, sent: Readonly<Record<string, string>>): void {
  const next = answer.get('set-auth-token')
  const isOurs = token !== null && sent.authorization === bearerHeaders().authorization
  if (isOurs && next !== null && next !== token) void holdSession(next)
}
