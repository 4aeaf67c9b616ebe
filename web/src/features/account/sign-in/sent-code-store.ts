import { MINUTE_MS } from '@tribune/domain/common/instant.ts'
import { tabStorage } from '../../../lib/device/storage.ts'

const KEY = 'tribune-sent-code'
/** Validity of a code sent by mail. A code sent by text expires sooner. */
const LIFE_MS = 15 * MINUTE_MS

/** A code that was sent to a fan, and the address or number that they entered. */
export interface SentCode {
  readonly stage: 'linkSent' | 'phoneSent'
  readonly to: string
}

/** Stores where a code was sent, because phones may discard the page while the fan reads the mail. */
export function storeSentCode(sent: SentCode): void {
  tabStorage.write(KEY, JSON.stringify({ ...sent, until: Date.now() + LIFE_MS }))
}

export function forgetSentCode(): void {
  tabStorage.remove(KEY)
}

/** Returns where the last code was sent, or null if it has expired. */
export function storedSentCode(): SentCode | null {
  const stored = tabStorage.readJson(KEY)
  if (typeof stored !== 'object' || stored === null) return null
  const { stage, to, until } = stored as Partial<Record<'stage' | 'to' | 'until', unknown>>
  if ((stage !== 'linkSent' && stage !== 'phoneSent') || typeof to !== 'string') return null
  return typeof until === 'number' && until > Date.now() ? { stage, to } : null
}
