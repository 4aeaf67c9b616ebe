import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { tabStorage } from '../../../lib/device/storage.ts'

const KEY = 'tribune-sent-code'
/** Validity of the code of a mail; that of a text is shorter. */
const LIFE_MS = 15 * MINUTE_MS

/** A code that is on its way to a fan, and the mailbox or number that they have written. */
export interface SentCode {
  readonly stage: 'linkSent' | 'phoneSent'
  readonly to: string
}

/** Stores where a code was sent: phones drop a page while its fan reads the mail. */
export function storeSentCode(sent: SentCode): void {
  tabStorage.write(KEY, JSON.stringify({ ...sent, until: Date.now() + LIFE_MS }))
}

export function forgetSentCode(): void {
  tabStorage.remove(KEY)
}

/** Returns the code that the fan can still enter, or null. */
export function storedSentCode(): SentCode | null {
  const stored = tabStorage.readJson(KEY)
  if (typeof stored !== 'object' || stored === null) return null
  const { stage, to, until } = stored as Partial<Record<'stage' | 'to' | 'until', unknown>>
  if ((stage !== 'linkSent' && stage !== 'phoneSent') || typeof to !== 'string') return null
  return typeof until === 'number' && until > Date.now() ? { stage, to } : null
}
