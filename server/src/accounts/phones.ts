import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** Where a number without its country is at home. */
const HOME = 'FR'
/** Kinds of numbers that codes are sent to: no others that cost whoever calls them. */
const REACHABLE: ReadonlySet<string | undefined> = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE'])
/** Who came with a phone or a wallet alone has no address; the library wants one, and no mail ever goes there. */
const NO_MAIL = 'phone.invalid'

/** A mobile number in international form; `null` when it is none, or of a country that codes are not sent to. */
export function mobileNumber(text: unknown, countries: ReadonlySet<string>): string | null {
  const phone = typeof text === 'string' ? parsePhoneNumberFromString(text, HOME) : undefined
  if (phone === undefined || !phone.isValid() || !REACHABLE.has(phone.getType())) return null
  return countries.has(phone.countryCallingCode) ? phone.number : null
}

export function placeholderAddress(id: string): string {
  return `${id}@${NO_MAIL}`
}

/** The address of somebody, `null` when it only stands in for one. */
export function realAddress(email: string): string | null {
  return email.toLowerCase().endsWith(`@${NO_MAIL}`) ? null : email
}
