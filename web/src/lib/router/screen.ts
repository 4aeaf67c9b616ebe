import { lazyRouteComponent } from '@tanstack/react-router'

/**
 * A screen whose code is fetched when it is needed. A file that is missing is thrown on under a name the router does not know: it would
 * load the page anew by itself, also offline, where the crash screen does so once, in the newest version, and only where that may help.
 */
export function screen<T extends Record<string, unknown>, K extends keyof T>(importer: () => Promise<T>, name: K) {
  return lazyRouteComponent(() => importer().catch(throwOn), name)
}

function throwOn(cause: unknown): never {
  throw new Error(`A screen: ${cause instanceof Error ? cause.message : ''}`, { cause })
}
