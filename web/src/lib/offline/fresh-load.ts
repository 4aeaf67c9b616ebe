import { isOnline } from '../device/platform.ts'
import { letIn } from './take-over.ts'

/** Lives as long as the tab: the file that could not be loaded when the page was loaded anew for it. */
const KEY = 'tribune-loaded-anew-for'
/** How each engine says that a module could not be fetched. */
const MISSING_FILE = /dynamically imported module|importing a module script failed/i
/** Loads the page again, in the newest version that is on the phone. */
export async function loadAnew(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  await letIn(registration?.waiting)
  window.location.reload()
}

/**
 * Whether loading anew may mend this: a file of an older version is gone since a delivery. Once for each file, so that a file that is
 * missing for good shows the failure and does not turn in a circle.
 */
export function mayBeMended(thrown: unknown, storage = tabStorage(), online = isOnline()): boolean {
  const said = saidBy(thrown)
  return online && storage !== null && MISSING_FILE.test(said) && storage.getItem(KEY) !== said
}

/** Remembers that the page was loaded anew for this. */
export function noteMending(thrown: unknown, storage = tabStorage()): void {
  storage?.setItem(KEY, saidBy(thrown))
}

function saidBy(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : ''
}

function tabStorage(): Pick<Storage, 'getItem' | 'setItem'> | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}
