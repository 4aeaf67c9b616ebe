import { phoneCode } from '@tribune/french/sentences/messages/sms.ts'

/** Validity of a code, as stated in its text. */
export const PHONE_CODE_LIFE_MINUTES = 10

/** Makes the text with a code that signs in, or adds the phone to an account. */
export function phoneCodeSms(code: string): string {
  return phoneCode(code, PHONE_CODE_LIFE_MINUTES)
}
