import { MAX_REASON } from '@tribune/domain/operator/operator.ts'
import { useId, useState } from 'react'

interface ReasonFieldProps {
  readonly label: string
  /** Under the field: what may be written, or what is wrong. */
  readonly hint: string
  readonly isWrong: boolean
  readonly value: string
  readonly onChange: (text: string) => void
  readonly readOnly?: boolean
}

/** The operator's reason for an act while they type it, as `reasonOf` returns it. */
export function useReason() {
  return reasonOf(...useState(''))
}

/** Returns a typed reason without spaces around it, the characters that are left, whether it may be sent, and the props of its field. */
export function reasonOf(value: string, onChange: (text: string) => void) {
  const reason = value.trim()
  const left = MAX_REASON - reason.length
  return { reason, left, isGood: reason !== '' && left >= 0, field: { value, onChange, isWrong: left < 0 } }
}

/** The operator's reason for an act, in a few lines. */
export function ReasonField({ label, hint, isWrong, value, onChange, readOnly = false }: ReasonFieldProps) {
  const [id, hintId] = [useId(), useId()]
  return (
    <div className="w-full max-w-xl">
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <textarea
        id={id}
        rows={3}
        value={value}
        readOnly={readOnly}
        aria-describedby={hintId}
        aria-invalid={isWrong || undefined}
        onChange={(event) => onChange(event.target.value)}
        className="w-full rounded-inner border border-edge bg-ground px-3 py-2 text-base text-text aria-invalid:border-warn"
      />
      <p id={hintId} className={`text-sm ${isWrong ? 'font-semibold text-warn' : 'text-quiet'}`}>
        {hint}
      </p>
    </div>
  )
}
