import { phoneStorage } from '../../lib/device/storage.ts'
import { type InstallWay, installWay, isIosBrowser } from './install-rules.ts'

/** The browser's offer, which src/start.js keeps from its first moment on. */
interface InstallPrompt extends Event {
  readonly prompt: () => Promise<unknown>
}

declare global {
  interface Window {
    installPrompt?: InstallPrompt
  }
}

const OFFERED = 'tribune-install'

/**
 * Calls back with how to offer the installation on this phone, and notes that it is offered: now, or once the browser allows it, which some do after
 * half a minute only. Never where it was offered before. Returns a function that unsubscribes.
 */
export function onOffer(listener: (way: InstallWay) => void): () => void {
  const stop = new AbortController()
  const look = () => {
    const way = takeOffer()
    if (way === null) return
    stop.abort()
    listener(way)
  }
  window.addEventListener('beforeinstallprompt', look, { signal: stop.signal })
  look()
  return () => stop.abort()
}

function takeOffer(): InstallWay | null {
  // A phone on its side has no space for it. It waits for the next complete ballot.
  if (matchMedia('(max-height: 480px)').matches) return null
  const way = installWay({
    installed: import.meta.env.VITE_NATIVE || isInstalled(),
    // A browser that refuses to store would have it offered for ever: there it is never offered.
    offered: phoneStorage.read(OFFERED) !== null,
    hasPrompt: window.installPrompt !== undefined,
    isIos: isIosBrowser(navigator.userAgent, navigator.maxTouchPoints, 'serviceWorker' in navigator),
  })
  return way !== null && phoneStorage.write(OFFERED, 'offered') ? way : null
}

/** Opens the browser's window. It can be opened once. */
export async function install(): Promise<void> {
  const { installPrompt } = window
  delete window.installPrompt
  await installPrompt?.prompt()
}

/** Calls back once the app is installed, also by the browser's menu. Returns a function that unsubscribes. */
export function onInstalled(listener: () => void): () => void {
  window.addEventListener('appinstalled', listener)
  return () => window.removeEventListener('appinstalled', listener)
}

function isInstalled(): boolean {
  const isApp = matchMedia('(display-mode: standalone), (display-mode: fullscreen), (display-mode: minimal-ui)').matches
  return isApp || ('standalone' in navigator && navigator.standalone === true)
}
