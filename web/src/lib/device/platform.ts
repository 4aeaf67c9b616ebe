import { HAPTIC_MS, SETTLED_MS } from '../limits.ts'

/** All calls to the device. Its native side is fetched only in the build of the native app; the browser's build drops those lines. */

/** Width from which there are two columns; the same as in styles/theme.css. */
export const WIDE = '(min-width: 56.25rem)'

interface Connection {
  readonly effectiveType?: string
  readonly saveData?: boolean
}

/** Vibrates briefly, if the device can. Only for a pick, a completed vote and an error. */
export function haptic(strength: keyof typeof HAPTIC_MS): void {
  if (import.meta.env.VITE_NATIVE) void nativeFeedback((feedback) => feedback.tap(strength))
  else vibrate(HAPTIC_MS[strength])
}

/** Vibrates for a failure. */
export function errorHaptic(): void {
  if (import.meta.env.VITE_NATIVE) void nativeFeedback((feedback) => feedback.fail())
  else vibrate([HAPTIC_MS.heavy, HAPTIC_MS.heavy, HAPTIC_MS.heavy])
}

/** Returns the browser's name of the connection (`4g`, `2g`…), or null. */
export function connectionType(): string | null {
  return connection()?.effectiveType ?? null
}

/** Returns whether the fan has turned data saving on. */
export function savesData(): boolean {
  return connection()?.saveData === true
}

export function isOnline(): boolean {
  return navigator.onLine
}

/** Returns whether the page is in the foreground. */
export function isVisible(): boolean {
  return document.visibilityState === 'visible'
}

/** Calls back whenever the device goes online or offline, or the page is shown or hidden. Returns a function that unsubscribes. */
export function onPresenceChange(listener: () => void): () => void {
  const stop = new AbortController()
  window.addEventListener('online', listener, { signal: stop.signal })
  window.addEventListener('offline', listener, { signal: stop.signal })
  document.addEventListener('visibilitychange', listener, { signal: stop.signal })
  return () => stop.abort()
}

/**
 * Loads a part of the app. If that fails, as without a network, tries again when the network or the fan returns. A return during an attempt counts too: it
 * may have come too late for that attempt.
 */
export async function loadPart<Part>(load: () => Promise<Part>, use?: (part: Part) => void): Promise<void> {
  let noteReturn = () => {}
  const stop = onPresenceChange(() => noteReturn())
  for (;;) {
    const returned = new Promise<void>((resolve) => {
      noteReturn = resolve
    })
    const part = await load().catch((error: unknown) => {
      if (isOnline()) console.error('part of the app', error)
      return null
    })
    if (part !== null) {
      stop()
      return use?.(part)
    }
    await returned
  }
}

/** Browsers report a return twice, for the page and for its window, within this time, in milliseconds. */
const ONE_RETURN_MS = 500

/** Calls back when the fan returns to the page from another tab, window or app. Returns a function that unsubscribes. */
export function onReturn(listener: () => void): () => void {
  const stop = new AbortController()
  let lastReturn = Number.NEGATIVE_INFINITY
  const look = () => {
    const now = performance.now()
    if (!isVisible() || now - lastReturn < ONE_RETURN_MS) return
    lastReturn = now
    listener()
  }
  window.addEventListener('focus', look, { signal: stop.signal })
  document.addEventListener('visibilitychange', look, { signal: stop.signal })
  return () => stop.abort()
}

export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Calls back once the page has loaded and had time to render. */
export function whenSettled(run: () => void): void {
  const later = () => setTimeout(run, SETTLED_MS)
  if (document.readyState === 'complete') later()
  else window.addEventListener('load', later, { once: true })
}

function connection(): Connection | undefined {
  return 'connection' in navigator ? (navigator.connection as Connection) : undefined
}

/** Feedback is never worth an error: a phone without a motor refuses. */
function nativeFeedback(give: (feedback: typeof import('../native/phone.ts')) => Promise<void>): Promise<void> {
  return import('../native/phone.ts').then(give).catch(() => undefined)
}

/** Vibrates only after the first touch: before it, browsers refuse and log a warning. */
function vibrate(pattern: VibratePattern): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern)
}
