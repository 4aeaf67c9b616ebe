import { tabStorage } from '../../lib/device/storage.ts'

/** Begins the names of all that the area stores in this tab. */
const TRACE = 'operator-'
const SEEN = `${TRACE}seen`

/** Returns the name under which this tab stores the operator's input of a form. */
export const draftName = (form: string) => `${TRACE}draft ${form}`

/** Records that this tab has shown the area, to distinguish an ended session from a visitor. */
export function noteOperator(): void {
  if (!hasShownOperator()) tabStorage.write(SEEN, 'yes')
}

/** Returns whether this tab has shown the area since the operator last signed out here. */
export function hasShownOperator(): boolean {
  return tabStorage.read(SEEN) === 'yes'
}

/** Removes all that the area has stored in this tab. */
export function forgetOperator(): void {
  for (const key of tabStorage.keys()) if (key.startsWith(TRACE)) tabStorage.remove(key)
}
