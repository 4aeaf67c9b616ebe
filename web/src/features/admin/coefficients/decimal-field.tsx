import { coefficient } from '@tribune/french/format/numbers.ts'
import { useId } from 'react'
import { type DecimalScale, stepped } from './decimal-rules.ts'

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
