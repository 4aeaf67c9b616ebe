import { useQueryClient } from '@tanstack/react-query'
import { accountMessages, signIn, recovery as words } from '@tribune/french/sentences/account.ts'
import { PASSWORD_MIN_LENGTH } from '@tribune/protocol/password.ts'
import { type FormEvent, useRef, useState } from 'react'
import { meQuery } from '../../../data/session.ts'
import { errorHaptic } from '../../../lib/device/platform.ts'
import { toast } from '../../../lib/state/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { PasswordField } from '../../../ui/text-field.tsx'
import { isDeadLink, type NewPasswordProblem, newPasswordProblem, refusedWords } from '../account-rules.ts'
import { FormMessage } from '../sign-in/form-fields.tsx'
import { signIn as reSignIn, resetPassword } from '../sign-in/sign-in-calls.ts'

interface RecoveryPanelProps {
  /** Signs in again after the change, because a new password ends every session, including that of the link. */
  readonly staySignedIn: boolean
  readonly onDone: () => void
  /** Called if the link is no longer valid and the fan wants a new one. */
  readonly onAskAgain: () => void
}

/** The form for a new password, typed twice, after the link of a forgotten one. */
export function RecoveryPanel({ staySignedIn, onDone, onAskAgain }: RecoveryPanelProps) {
  const client = useQueryClient()
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [busy, setBusy] = useState(false)
  const [isDead, setDead] = useState(false)
  const [problem, setProblem] = useState<NewPasswordProblem | null>(null)
  const element = useRef<HTMLFormElement>(null)
  const refuse = (wrong: NewPasswordProblem) => {
    errorHaptic()
    setProblem(wrong)
    if (wrong.field !== null) element.current?.querySelector<HTMLInputElement>(`input[name="${wrong.field}"]`)?.focus()
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
      const { fan } = await client.ensureQueryData(meQuery)
      const email = staySignedIn ? (fan?.email ?? undefined) : undefined
      await resetPassword(password)
      if (email === undefined) await client.invalidateQueries(meQuery)
      else await reSignIn(client, { email, password, back: '/profile' })
      toast(email === undefined ? words.done : words.saved)
      onDone()
    } catch (error) {
      setDead(isDeadLink(error))
      refuse({ field: null, text: isDeadLink(error) ? accountMessages.resetLinkExpired : refusedWords(error).text })
    }
    setBusy(false)
  }
  const errorAt = (name: NewPasswordProblem['field']) => (problem?.field === name ? problem.text : null)
  const field = {
    showLabel: signIn.show,
    hideLabel: signIn.hide,
    autoComplete: 'new-password',
    required: true,
  } as const
  return (
    <form ref={element} noValidate onSubmit={send} className="flex flex-col gap-4">
      <FormMessage message={problem?.field === null ? { good: false, text: problem.text } : null} />
      <PasswordField
        {...field}
        name="password"
        error={errorAt('password')}
        label={words.password}
        hint={signIn.passwordHint(PASSWORD_MIN_LENGTH)}
        value={password}
        onChange={setPassword}
      />
      <PasswordField
        {...field}
        name="confirmation"
        error={errorAt('confirmation')}
        label={words.confirmation}
        value={confirmation}
        onChange={setConfirmation}
      />
      {isDead ? (
        <Button tone="action" onClick={onAskAgain}>
          {words.askAgain}
        </Button>
      ) : (
        <Button type="submit" tone="action" busy={busy}>
          {words.submit}
        </Button>
      )}
      <Button tone="quiet" onClick={onDone}>
        {words.later}
      </Button>
    </form>
  )
}
