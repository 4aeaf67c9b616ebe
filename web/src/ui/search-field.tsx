import { common } from '@tribune/french/sentences/app.ts'
import { Search, X } from 'lucide'
import { type FocusEventHandler, type Ref, useRef } from 'react'
import { Icon } from './icon.tsx'

interface SearchFieldProps {
  readonly label: string
  readonly placeholder?: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly ref?: Ref<HTMLInputElement>
  readonly onFocus?: FocusEventHandler
  readonly onBlur?: FocusEventHandler
  readonly className?: string
}

/** A search box without a submit button: typing filters immediately. */
export function SearchField({
  label,
  placeholder = label,
  value,
  onChange,
  ref,
  onFocus,
  onBlur,
  className = '',
}: SearchFieldProps) {
  const form = useRef<HTMLFormElement>(null)
  const clear = () => {
    onChange('')
    form.current?.querySelector('input')?.focus()
  }
  return (
    <search className={className}>
      <form
        ref={form}
        className="relative"
        onSubmit={(event) => {
          event.preventDefault()
          form.current?.querySelector('input')?.blur()
        }}
      >
        <Icon
          of={Search}
          size={20}
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-quiet"
        />
        <input
          ref={ref}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          aria-label={label}
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onFocus={onFocus}
          onBlur={onBlur}
          className="min-h-12 w-full rounded-card border border-edge bg-surface pr-12 placeholder-shown:pr-3 pl-11 text-base text-ellipsis text-text"
        />
        {value !== '' && (
          <button
            type="button"
            aria-label={common.clear}
            onClick={clear}
            className="target absolute top-0.5 right-0.5 inline-flex items-center justify-center rounded-inner text-quiet hover:text-text"
          >
            <Icon of={X} size={20} />
          </button>
        )}
      </form>
    </search>
  )
}
