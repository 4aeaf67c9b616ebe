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
