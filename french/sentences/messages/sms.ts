/**
 * Signs in, or adds the phone to an account. The code comes first: it shows on a locked screen. Plain spaces, for one that does not break
 * is in no SMS alphabet and would halve what a message holds.
 * @param minutes Life of the code.
 */
export const phoneCode = (code: string, minutes: number): string =>
  `${code} : ton code Tribune, valable ${minutes} minutes. Ne le donne à personne.`
