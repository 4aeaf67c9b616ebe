import { HAPTIC_MS } from '@tribune/domain/refresh.ts'

/** Every call to the device goes through here, so that the native app has one place to answer from. */

/** From the load of the page to work that nothing waits for. */
const SETTLED_MS = 2_000

/** From here on there is room for two columns; as in styles/theme.css. */
export const WIDE = '(min-width: 56.25rem)'

interface Connection {
  readonly effectiveType?: string
  readonly saveData?: boolean
}

/** A short vibration, where the device has one. Only on a pick, a completed vote and an error. */
export function haptic(strength: keyof typeof HAPTIC_MS): void {
  vibrate(HAPTIC_MS[strength])
}

/** The vibration of a failure. */
export function errorHaptic(): void {
  vibrate([HAPTIC_MS.heavy, HAPTIC_MS.heavy, HAPTIC_MS.heavy])
}

/** Name of the connection as the browser gives it (`4g`, `2g`…), or null. */
export function connectionType(): string | null {
  return connection()?.effectiveType ?? null
}

/** Whether the fan asked to spare data. */
export function sparesData(): boolean {
  return connection()?.saveData === true
}

export function isOnline(): boolean {
  return navigator.onLine
}

/** Whether the screen is being looked at. */
export function isVisible(): boolean {
  return document.visibilityState === 'visible'
}

/** Calls back whenever the device goes online or offline, or the page is shown or hidden. Gives the way to stop. */
export function onPresenceChange(listener: () => void): () => void {
  const stop = new AbortController()
  window.addEventListener('online', listener, { signal: stop.signal })
  window.addEventListener('offline', listener, { signal: stop.signal })
  document.addEventListener('visibilitychange', listener, { signal: stop.signal })
  return () => stop.abort()
}

/** Coming back is told twice, by the page and by its window, at most this far apart: milliseconds. */
const ONE_RETURN_MS = 500

/** Calls back when the fan comes back to the page: from another tab, another window, another app. Gives the way to stop. */
export function onReturn(listener: () => void): () => void {
  const stop = new AbortController()
  let told = Number.NEGATIVE_INFINITY
  const look = () => {
    const now = performance.now()
    if (!isVisible() || now - told < ONE_RETURN_MS) return
    told = now
    listener()
  }
  window.addEventListener('focus', look, { signal: stop.signal })
  document.addEventListener('visibilitychange', look, { signal: stop.signal })
  return () => stop.abort()
}

export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Calls back once the page is loaded and has had time to draw itself. */
export function whenSettled(run: () => void): void {
  const later = () => setTimeout(run, SETTLED_MS)
  if (document.readyState === 'complete') later()
  else window.addEventListener('load', later, { once: true })
}

/** Whether this browser can keep the app for reading offline. The native app brings its own files. */
export function takesWorkers(): boolean {
  return 'serviceWorker' in navigator && window.isSecureContext
}

function connection(): Connection | undefined {
  return 'connection' in navigator ? (navigator.connection as Connection) : undefined
}

/** Browsers refuse, and complain, before the first touch. */
function vibrate(pattern: VibratePattern): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern)
}
