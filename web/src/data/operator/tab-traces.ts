import { tabStorage } from '../../lib/device/storage.ts'

/** Begins the names of all that the area stores in this tab. */
const TRACE = 'operator-'
const SEEN = `${TRACE}seen`

/** Returns the name under which this tab stores the operator's input of a form. */
export const draftName = (form: string) => `${TRACE}draft ${form}`

/** Notes that this tab has shown the area, so that it can tell a session that has ended from a visitor. */
export function noteOperator(): void {
  if (!hasShownOperator()) tabStorage.write(SEEN, 'yes')
}

/** Whether this tab has shown the area since the operator last signed out here. */
export function hasShownOperator(): boolean {
  return tabStorage.read(SEEN) === 'yes'
}

/** Removes all that the area has stored in this tab. */
export function forgetOperator(): void {
  for (const key of tabStorage.keys()) if (key.startsWith(TRACE)) tabStorage.remove(key)
}
