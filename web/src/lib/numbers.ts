import { ordinals } from '../i18n/fr.ts'

/** Numbers in French form: « 1 234 », « 2,50 ». */
const whole = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 1 })
const oneDecimal = new Intl.NumberFormat('fr-FR', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const twoDecimals = new Intl.NumberFormat('fr-FR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export function count(value: number): string {
  return whole.format(value)
}

/** An official rating: « 7,0 ». */
export function rating(value: number): string {
  return oneDecimal.format(value)
}

/** A coefficient: « 2,50 ». */
export function coefficient(value: number): string {
  return twoDecimals.format(value)
}

/** A counted noun, in the singular below two as French has it: « 1 match », « 12 matchs ». */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)}\u00a0${Math.abs(value) < 2 ? one : many}`
}

/** A rank: « 1er », « 2e ». */
export function ordinal(rank: number): string {
  return rank === 1 ? ordinals.first : ordinals.other(count(rank))
}
