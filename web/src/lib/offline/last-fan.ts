/** Name under which the account is stored. */
const FAN = 'tribune-fan'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Stores the account that this phone was last seen signed in with: without a network nobody else can say who votes. */
export function rememberFan(fanId: string, storage = ownStorage()): void {
  try {
    storage?.setItem(FAN, fanId)
  } catch {
    // A full phone holds no ballots either.
  }
}

export function rememberedFan(storage = ownStorage()): string | null {
  return storage?.getItem(FAN) ?? null
}

/** Forgets the account, as its fan signs out. */
export function forgetLastFan(storage = ownStorage()): void {
  storage?.removeItem(FAN)
}

function ownStorage(): Store | null {
  try {
    return localStorage
  } catch {
    return null
  }
}
