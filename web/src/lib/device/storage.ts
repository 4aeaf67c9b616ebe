/** A storage of the browser that never throws, whether it is refused, full or malformed. */
export interface SafeStorage {
  /** Returns what is stored under a key: `null` for nothing, `undefined` if the browser refuses. */
  readonly read: (key: string) => string | null | undefined
  /** Parses what is stored under a key. Returns `null` for nothing, `undefined` if it is malformed or the browser refuses. */
  readonly readJson: (key: string) => unknown
  /** Returns false if nothing was stored. */
  readonly write: (key: string, text: string) => boolean
  readonly remove: (key: string) => void
  readonly keys: () => readonly string[]
}

type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** @param open Returns the browser's storage, or throws: some browsers refuse even to name it. */
export function safeStorage(open: () => BrowserStorage): SafeStorage {
  const attempt = <Result>(act: (storage: BrowserStorage) => Result): Result | undefined => {
    try {
      return act(open())
    } catch {
      return undefined
    }
  }
  return {
    read: (key) => attempt((storage) => storage.getItem(key)),
    readJson: (key) => attempt((storage) => JSON.parse(String(storage.getItem(key)))),
    write: (key, text) =>
      attempt((storage) => {
        storage.setItem(key, text)
        return true
      }) === true,
    remove: (key) => attempt((storage) => storage.removeItem(key)),
    keys: () => attempt(Object.keys) ?? [],
  }
}

export const phoneStorage = safeStorage(() => localStorage)
/** Ends with the tab. */
export const tabStorage = safeStorage(() => sessionStorage)
