import { signIn as words } from '@tribune/french/sentences/account.ts'
import { ONE_TIME_CODE_LENGTH } from '@tribune/protocol/one-time-code.ts'
import { TextField } from '../../../ui/text-field.tsx'

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
