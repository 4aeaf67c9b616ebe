import type { Fan } from '@tribune/contract/accounts.ts'
import { profile } from '../../i18n/fr-account.ts'
import { phoneWords } from '../sign-in/phone-words.ts'

/** How a fan is told as whom he is signed in: by his address, his phone, or, with neither, as a fan. */
export function fanName({ email, phone }: Pick<Fan, 'email' | 'phone'>): string {
  return email ?? (phone === null ? profile.fan : phoneWords(phone))
}
