import { PASSWORD_MIN_LENGTH } from '@tribune/domain/refresh.ts'
import { type FormEvent, useState } from 'react'
import { accountMessages, signIn, recovery as words } from '../../i18n/fr-account.ts'
import { ApiError } from '../../lib/api-error.ts'
import { errorHaptic } from '../../lib/platform.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/text-field.tsx'
import { newPasswordProblem, refusedWords } from './account-rules.ts'
import { resetPassword } from './api.ts'
import { FormMessage } from './form-message.tsx'

interface RecoveryPanelProps {
  /** One-time token of the mail's link. */
  readonly token: string
  readonly onDone: () => void
}

/** Where the link of a forgotten password leads: a new one, twice. */
export function RecoveryPanel({ token, onDone }: RecoveryPanelProps) {
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const refuse = (text: string) => {
    errorHaptic()
    setProblem(text)
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = newPasswordProblem(password, confirmation)
    if (wrong !== null) {
      refuse(wrong)
      return
    }
    setBusy(true)
    try {
      await resetPassword(token, password)
      toast(words.done)
      onDone()
    } catch (error) {
      const expired = error instanceof ApiError && error.reason === 'invalid_token'
      refuse(expired ? accountMessages.resetLinkExpired : refusedWords(error).text)
    }
    setBusy(false)
  }
  const field = {
    showLabel: signIn.show,
    hideLabel: signIn.hide,
    autoComplete: 'new-password',
    required: true,
  } as const
  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-4">
      <FormMessage message={problem === null ? null : { good: false, text: problem }} />
      <PasswordField
        {...field}
        label={words.password}
        hint={signIn.passwordHint(PASSWORD_MIN_LENGTH)}
        value={password}
        onChange={setPassword}
      />
      <PasswordField {...field} label={words.confirmation} value={confirmation} onChange={setConfirmation} />
      <Button type="submit" tone="action" busy={busy}>
        {words.submit}
      </Button>
    </form>
  )
}
