import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** Country of a number without a country code. */
const HOME = 'FR'
/** Kinds of numbers that codes are sent to. Excludes premium-rate numbers. */
const REACHABLE: ReadonlySet<string | undefined> = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE'])
/** Domain of placeholders: the library requires an address, and fans with a phone or a wallet alone have none. No mail ever goes there. */
const NO_MAIL = 'phone.invalid'

/** Returns a mobile number in international form, or `null` for any other text and for countries that codes are not sent to. */
export function mobileNumber(text: unknown, countries: ReadonlySet<string>): string | null {
  const phone = typeof text === 'string' ? parsePhoneNumberFromString(text, HOME) : undefined
  if (phone === undefined || !phone.isValid() || !REACHABLE.has(phone.getType())) return null
  return countries.has(phone.countryCallingCode) ? phone.number : null
}

export function placeholderAddress(id: string): string {
  return `${id}@${NO_MAIL}`
}

/** Returns an address, or `null` for a placeholder. */
export function realAddress(email: string): string | null {
  return email.toLowerCase().endsWith(`@${NO_MAIL}`) ? null : email
}
