import { signIn as words } from '@tribune/french/sentences/account.ts'
import { ONE_TIME_CODE_LENGTH } from '@tribune/protocol/one-time-code.ts'
import { type RefObject, useEffect } from 'react'
import { TextField } from '../../../ui/text-field.tsx'
import type { SignInForm } from './use-sign-in.ts'

interface FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | null
}

/** Longest number with its country code and spaces. */
const PHONE_LENGTH = 24
/** Digits of a code, and the space that mails and apps show between them. */
const CODE_LENGTH = ONE_TIME_CODE_LENGTH + 1

/** The phone number that an SMS is sent to. */
export function PhoneField({ readOnly = false, ...field }: FieldProps & { readonly readOnly?: boolean }) {
  return (
    <TextField
      {...field}
      name="phone"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      maxLength={PHONE_LENGTH}
      required
      readOnly={readOnly}
      label={words.phone}
      hint={words.phoneHint}
    />
  )
}

interface CodeFieldProps extends FieldProps {
  readonly label: string
  readonly hint?: string | undefined
}

/** A six-digit code from a mail, an SMS or an app. */
export function CodeField(field: CodeFieldProps) {
  return (
    <TextField
      {...field}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={CODE_LENGTH}
      required
    />
  )
}

interface FormMessageProps {
  readonly message: { readonly good: boolean; readonly text: string } | null
}

/** A message about a whole form, which screen readers announce. */
export function FormMessage({ message }: FormMessageProps) {
  return (
    <div role={message?.good === false ? 'alert' : 'status'} className={message === null ? '-mb-4' : ''}>
      {message !== null && (
        <p
          className={`rounded-inner border-l-4 bg-raised px-3 py-2 [overflow-wrap:anywhere] ${message.good ? 'border-good' : 'border-warn'}`}
        >
          {message.text}
        </p>
      )}
    </div>
  )
}

/** Focuses the field of a form that has a problem, or the first one if the focus was lost. */
export function useFormFocus(
  element: RefObject<HTMLFormElement | null>,
  { stage, start, message }: Pick<SignInForm, 'stage' | 'start' | 'message'>,
): void {
  useEffect(() => {
    if (message?.field) element.current?.querySelector<HTMLInputElement>(`input[name="${message.field}"]`)?.focus()
  }, [element, message])
  // The button that leads to another stage often disappears with its focus, which then is on the page or the dialog.
  useEffect(() => {
    const isLost = document.activeElement?.contains(element.current)
    if (stage !== start && isLost) element.current?.querySelector('input')?.focus()
  }, [element, stage, start])
}
