import type { Fan } from '@tribune/contract/accounts.ts'
import { profile } from '@tribune/french/sentences/account.ts'
import { phoneWords } from '../sign-in/phone-words.ts'

/** Returns the name of a signed-in fan: their address, their phone, or a generic one. */
export function fanName({ email, phone }: Pick<Fan, 'email' | 'phone'>): string {
  return email ?? (phone === null ? profile.fan : phoneWords(phone))
}
