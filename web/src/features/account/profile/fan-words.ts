import type { Fan } from '@tribune/contract/accounts.ts'
import { profile } from '@tribune/french/sentences/account.ts'

/** Returns the name of a signed-in fan: their address, their phone, or a generic one. */
export function fanName({ email, phone }: Pick<Fan, 'email' | 'phone'>): string {
  return email ?? (phone === null ? profile.fan : phoneWords(phone))
}

/** Formats a French number as « 06 12 34 56 78 ». Returns others in international form. */
export function phoneWords(phone: string): string {
  const french = /^\+33(\d{9})$/.exec(phone)?.[1]
  return french === undefined ? phone : `0${french}`.replace(/(\d\d)(?=\d)/g, '$1\u00a0')
}
