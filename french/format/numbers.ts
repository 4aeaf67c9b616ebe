import { ordinals } from '../sentences/app.ts'

/** Between thousands. */
const NARROW = '\u202f'

/** Numbers in French form: « 1 234 », « 2,5 ». */
export const count = french(0, 1)

/** An official rating: « 7,0 ». */
export const rating = french(1, 1)

/** A coefficient: « 2,50 ». */
export const coefficient = french(2, 2)

/**
 * Writes numbers as the engine's own French formatter does, which takes a phone as long to make as all else that runs before the first
 * screen. For numbers that people read: below 1e15, with `min` to `max` decimals, halves away from zero.
 */
function french(min: number, max: number): (value: number) => string {
  return (value) => {
    const shifted = Math.round(Number(`${Math.abs(value)}e${max}`))
    const [whole = '', decimals = ''] = (shifted / 10 ** max).toFixed(max).split('.')
    const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, NARROW)
    const shown = decimals.replace(/0+$/, '').padEnd(min, '0')
    return `${value < 0 && shifted !== 0 ? '-' : ''}${grouped}${shown === '' ? '' : `,${shown}`}`
  }
}

/** Writes a counted noun, in the singular below two as French has it: « 1 match », « 12 matchs ». */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)}\u00a0${Math.abs(value) < 2 ? one : many}`
}

/** Writes a rank: « 1er », « 2e ». */
export function ordinal(rank: number): string {
  return rank === 1 ? ordinals.first : ordinals.other(count(rank))
}

/** Writes a rank of a feminine noun, as a minute: « 1re », « 2e ». */
export function feminineOrdinal(rank: number): string {
  return rank === 1 ? ordinals.feminine : ordinals.other(count(rank))
}

/** « 5 » as « 05 ». */
export function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

/** Writes a share of 0 to 1 in whole percent: « 45 % ». */
export function percent(share: number): string {
  return `${count(Math.round(share * 100))}\u00a0%`
}
