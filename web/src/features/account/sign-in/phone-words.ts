/** Formats a French number as « 06 12 34 56 78 ». Returns others in international form. */
export function phoneWords(phone: string): string {
  const french = /^\+33(\d{9})$/.exec(phone)?.[1]
  return french === undefined ? phone : `0${french}`.replace(/(\d\d)(?=\d)/g, '$1\u00a0')
}
