import type { Fan } from '@tribune/contract/accounts.ts'
import { profile } from '../../i18n/fr-account.ts'
import { phoneWords } from '../sign-in/phone-words.ts'

/** The name a fan is signed in under: their address, their phone, or, with neither, a fan's. */
export function fanName({ email, phone }: Pick<Fan, 'email' | 'phone'>): string {
  return email ?? (phone === null ? profile.fan : phoneWords(phone))
}
