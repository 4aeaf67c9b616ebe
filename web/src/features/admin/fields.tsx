import { useId } from 'react'
import { Select } from '../../ui/select.tsx'

interface SelectFieldProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value) => void
}

/** A labelled choice among a few values. */
export function SelectField<Value extends string>({ label, value, options, onChange }: SelectFieldProps<Value>) {
  const id = useId()
  return (
    <div className="w-full">
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <Select
        size="field"
        on="ground"
        id={id}
        value={value}
        onChoose={(asked) => {
          const chosen = options.find((option) => option.value === asked)
          if (chosen !== undefined) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </div>
  )
}

interface CheckFieldProps {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly className?: string
}

/** A labelled box to tick. */
export function CheckField({ label, checked, onChange, className = '' }: CheckFieldProps) {
  return (
    <label className={`target flex items-center gap-2 ${className}`}>
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-text"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  )
}
