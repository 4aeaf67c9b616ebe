import { ordinals } from '../i18n/fr.ts'

/** Numbers in French form: « 1 234 », « 2,5 ». */
export const count = french({ maximumFractionDigits: 1 })

/** An official rating: « 7,0 ». */
export const rating = french({ minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** A coefficient: « 2,50 ». */
export const coefficient = french({ minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Made when first needed: on a slow phone the first of them takes as long as all else that runs before the first screen. */
function french(options: Intl.NumberFormatOptions): (value: number) => string {
  let format: Intl.NumberFormat | undefined
  return (value) => {
    format ??= new Intl.NumberFormat('fr-FR', options)
    return format.format(value)
  }
}

/** A counted noun, in the singular below two as French has it: « 1 match », « 12 matchs ». */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)}\u00a0${Math.abs(value) < 2 ? one : many}`
}

/** A rank: « 1er », « 2e ». */
export function ordinal(rank: number): string {
  return rank === 1 ? ordinals.first : ordinals.other(count(rank))
}
