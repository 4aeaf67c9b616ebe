import { phoneStorage } from '../../lib/device/storage.ts'

/** Beginning of the names under which ballots that wait, and the news of them, are stored (data/ballots/ballot-drafts.ts, which is not needed where there are none). */
const PREFIX = 'tribune-held'

/** Returns whether this phone has ballots that wait for a network, or news of them for the fan. */
export function isPostDue(storage = phoneStorage): boolean {
  return storage.keys().some((key) => key.startsWith(PREFIX))
}
