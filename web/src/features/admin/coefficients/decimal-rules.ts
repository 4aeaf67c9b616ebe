import { coefficient } from '@tribune/french/format/numbers.ts'
import { fieldErrors } from '@tribune/french/sentences/operator/coefficients.ts'

/** Values that a field accepts: from `min` to `max`, in steps. */
export interface DecimalScale {
  readonly min: number
  readonly max: number
  readonly step: number
}

/** Content of a field: a number, or what is wrong with it. */
export type ReadDecimal =
  | { readonly value: number; readonly error: null }
  | { readonly value: null; readonly error: string }

const NUMBER = /^-?\d{1,12}(?:[.,](\d*))?$/

/** Reads a number as people write it, with a comma or a point. */
export function readDecimal(written: string, scale: DecimalScale): ReadDecimal {
  const text = written.replaceAll(/\s/g, '')
  if (text === '') return wrong(fieldErrors.empty)
  const [number, decimals = ''] = NUMBER.exec(text) ?? []
  if (number === undefined) return wrong(fieldErrors.number)
  const value = Number(text.replace(',', '.'))
  if (value < scale.min) return wrong(fieldErrors.low(coefficient(scale.min)))
  if (value > scale.max) return wrong(fieldErrors.high(coefficient(scale.max)))
  const allowed = decimalsOf(scale)
  return decimals.replace(/0+$/, '').length > allowed ? wrong(fieldErrors.decimals(allowed)) : { value, error: null }
}

/** Returns the number one step up or down from what is written, within the scale; `null` where no number is written. */
export function stepped(written: string, direction: 1 | -1, scale: DecimalScale): number | null {
  const { value } = readDecimal(written, scale)
  if (value === null) return null
  const factor = 10 ** decimalsOf(scale)
  const next = (Math.round(value * factor) + direction) / factor
  return Math.min(Math.max(next, scale.min), scale.max)
}

const wrong = (error: string): ReadDecimal => ({ value: null, error })
const decimalsOf = ({ step }: DecimalScale) => Math.round(-Math.log10(step))
