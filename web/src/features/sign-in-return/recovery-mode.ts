/** The flag that a fan is choosing a new password (spec section 4); what allows them to is a cookie that no script reads. */
const KEY = 'tribune-recovery'

/** A fan who opened the link of a mail, and the path to go on to once they have chosen; null where there is none. */
export interface Recovery {
  readonly confirmed: string | null
}

/** Outlives a reload, until the password is chosen or the fan leaves it. */
export function enterRecovery(recovery: Recovery): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(recovery))
  } catch {
    // Storage refused: it lasts as long as the page.
  }
}

export function leaveRecovery(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // As above.
  }
}

export function keptRecovery(): Recovery | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    return { confirmed: 'confirmed' in kept ? ownPath(kept.confirmed) : null }
  } catch {
    return null
  }
}

/** Never another site, whoever made the link. */
export function ownPath(path: unknown): string | null {
  return typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : null
}
