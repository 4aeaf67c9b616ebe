import { phoneStorage } from '../device/storage.ts'

/** Beginning of the names under which ballots that wait, and what became of them, are stored (data/held-ballots.ts, which is not needed where there are none). */
const PREFIX = 'tribune-held'

/** Whether this phone has something to send or to tell of ballots that waited for a network. */
export function isPostDue(storage = phoneStorage): boolean {
  return storage.keys().some((key) => key.startsWith(PREFIX))
}
