import { Eye, EyeOff } from 'lucide'
import { type InputHTMLAttributes, type ReactNode, useId, useState } from 'react'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly hint?: string | undefined
  /** Error message below the field. Marks the field as invalid. */
  readonly error?: string | null
  /** A button at the end of the field. */
  readonly children?: ReactNode
}

/** A labelled text field. Shows its error, or else its hint, below the field; screen readers read that text with the field. */
export function TextField({ label, onChange, hint, error = null, children, className = '', ...input }: TextFieldProps) {
  const id = useId()
  const noteId = useId()
  const note = error ?? hint
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <div className="relative">
        <input
          {...input}
          id={id}
          aria-invalid={error !== null || undefined}
          aria-describedby={note === undefined ? undefined : noteId}
          onChange={(event) => onChange(event.target.value)}
          className={`h-12 w-full rounded-inner border bg-ground px-3 text-base text-text aria-invalid:border-warn ${children === undefined ? '' : 'pr-12'} ${error === null ? 'border-edge' : 'border-2'}`}
        />
        {children}
      </div>
      {note !== undefined && (
        <p id={noteId} className={`mt-1 text-sm ${error === null ? 'text-quiet' : 'font-semibold text-warn'}`}>
          {note}
        </p>
      )}
    </div>
  )
}

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'children'> {
  readonly showLabel: string
  readonly hideLabel: string
}

/** A password field that can show its text. Allows pasting and password managers. */
export function PasswordField({ showLabel, hideLabel, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <TextField {...field} type={shown ? 'text' : 'password'} autoCapitalize="none" autoCorrect="off" spellCheck={false}>
      <IconButton
        label={shown ? hideLabel : showLabel}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute top-0.5 right-0.5"
      >
        <Icon of={shown ? EyeOff : Eye} size={20} />
      </IconButton>
    </TextField>
  )
}
