import { lazyRouteComponent } from '@tanstack/react-router'

/**
 * Loads the code of a screen when it is needed. Rethrows the error of a missing file with a message that the router does not recognise: the router would
 * reload the page itself, even offline, whereas the crash screen reloads it once, in the newest version, and only if that may help.
 */
export function screen<T extends Record<string, unknown>, K extends keyof T>(importer: () => Promise<T>, name: K) {
  return lazyRouteComponent(() => importer().catch(rethrow), name)
}

function rethrow(cause: unknown): never {
  throw new Error(`A screen: ${cause instanceof Error ? cause.message : ''}`, { cause })
}
