const KEY = 'tribune-follow-asked'

/** Whether this phone has shown the prompt. True where the browser refuses storage: it would be shown again and again. */
export function wasAsked(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return true
  }
}

export function storeAsked(): void {
  try {
    localStorage.setItem(KEY, 'asked')
  } catch {
    // Nothing was shown.
  }
}
