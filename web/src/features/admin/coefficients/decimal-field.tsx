import { coefficient } from '@tribune/french/format/numbers.ts'
import { fieldErrors } from '@tribune/french/sentences/operator/coefficients.ts'
import { useId } from 'react'

const NUMBER = /^-?\d{1,12}(?:[.,](\d*))?$/

interface DecimalFieldProps {
  readonly label: string
  /** Whether only screen readers get the label. All other users see the row that the field is in. */
  readonly hiddenLabel?: boolean
  readonly value: string
  readonly onChange: (value: string) => void
  readonly scale: DecimalScale
  readonly error: string | null
  readonly readOnly?: boolean
  readonly className?: string
}

/** A field for a coefficient: written with a comma, or moved step by step with the arrow keys. An error appears under it. */
export function DecimalField(props: DecimalFieldProps) {
  const { label, hiddenLabel = false, value, onChange, scale, error, readOnly = false, className = '' } = props
  const id = useId()
  const noteId = useId()
  const move = (direction: 1 | -1) => {
    const next = stepped(value, direction, scale)
    if (next !== null && !readOnly) onChange(coefficient(next))
  }
  return (
    <div className={className}>
      <label htmlFor={id} className={hiddenLabel ? 'sr-only' : 'mb-1 block font-semibold'}>
        {label}
      </label>
      <input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        value={value}
        readOnly={readOnly}
        aria-invalid={error !== null || undefined}
        aria-describedby={error === null ? undefined : noteId}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
          event.preventDefault()
          move(event.key === 'ArrowUp' ? 1 : -1)
        }}
        className={`figures h-12 w-full min-w-0 rounded-inner border bg-ground px-3 text-base text-text aria-invalid:border-warn ${error === null ? 'border-edge' : 'border-2'}`}
      />
      {error !== null && (
        <p id={noteId} className="mt-1 text-sm font-semibold text-warn">
          {error}
        </p>
      )}
    </div>
  )
}

/** Values that a field accepts: from `min` to `max`, in steps. */
interface DecimalScale {
  readonly min: number
  readonly max: number
  readonly step: number
}

/** Content of a field: a number, or what is wrong with it. */
type ReadDecimal = { readonly value: number; readonly error: null } | { readonly value: null; readonly error: string }

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
