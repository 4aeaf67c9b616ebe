import { HAPTIC_MS } from '@tribune/domain/refresh.ts'

/** Every call to the device goes through here, so that the native app has one place to answer from. */

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

export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** The fan's own zone, in which every date is told. */
export function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

function connection(): Connection | undefined {
  return 'connection' in navigator ? (navigator.connection as Connection) : undefined
}

/** Browsers refuse, and complain, before the first touch. */
function vibrate(pattern: VibratePattern): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern)
}
