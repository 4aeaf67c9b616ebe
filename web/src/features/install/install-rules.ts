/** How a fan can put the app on their home screen: by the browser's own dialog, or by hand in the share menu of iOS. */
export type InstallWay = 'prompt' | 'ios'

interface Phone {
  /** The page runs as an installed app already. */
  readonly installed: boolean
  /** The offer was made before on this phone. */
  readonly offered: boolean
  /** The browser has a dialog for it. */
  readonly hasPrompt: boolean
  /** An iPhone or iPad, in a browser rather than inside another app. */
  readonly isIos: boolean
}

/** Returns how to offer the installation, or null for no offer: it is made once. */
export function installWay({ installed, offered, hasPrompt, isIos }: Phone): InstallWay | null {
  if (installed || offered) return null
  if (hasPrompt) return 'prompt'
  return isIos ? 'ios' : null
}

/** Returns whether a browser is that of an iPhone or iPad. An iPad names itself a Mac, which has no touch screen. */
export function isIosBrowser(userAgent: string, touchPoints: number, takesWorkers: boolean): boolean {
  // Inside other apps, ours too, there are no workers, and no home screen to add to.
  if (!takesWorkers) return false
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)
}
