/** Digits of a code sent by mail or text, or shown by a fan's authenticator app (spec, section 5). */
export const ONE_TIME_CODE_LENGTH = 6

const ONE_TIME_CODE = new RegExp(`^\\d{${ONE_TIME_CODE_LENGTH}}$`)

/** Removes the spaces that mails and apps write between the digits of a code. */
export function withoutSpaces(code: string): string {
  return code.replace(/\s/g, '')
}

/** Returns whether a text is such a code, as fans type it: with spaces anywhere. */
export function isOneTimeCode(text: string): boolean {
  return ONE_TIME_CODE.test(withoutSpaces(text))
}
