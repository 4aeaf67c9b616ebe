import { ONE_TIME_CODE_LENGTH } from '@tribune/domain/one-time-code.ts'
import { signIn as words } from '../../i18n/fr-account.ts'
import { TextField } from '../../ui/text-field.tsx'

interface FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | null
}

/** Any number with its country, and spaces. */
const PHONE_LENGTH = 24
/** Its digits, and the space between them that mails and apps show. */
const CODE_LENGTH = ONE_TIME_CODE_LENGTH + 1

/** Where a text goes. */
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

/** A code of six digits, as a mail, a text or an app tells it. */
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
