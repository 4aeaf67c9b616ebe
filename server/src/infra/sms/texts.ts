/** Life of a code, as its text tells it. */
export const PHONE_CODE_LIFE_MINUTES = 10

/** Signs in, or adds the phone to an account. The code comes first: it shows on a locked screen. */
export function phoneCodeSms(code: string): string {
  return `${code} : ton code Tribune, valable ${PHONE_CODE_LIFE_MINUTES} minutes. Ne le donne à personne.`
}
