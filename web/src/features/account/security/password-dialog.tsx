import { useQueryClient } from '@tanstack/react-query'
import { signIn, passwordChange as words } from '@tribune/french/sentences/account.ts'
import { PASSWORD_MIN_LENGTH } from '@tribune/protocol/password.ts'
import { type FormEvent, useState } from 'react'
import { useFan } from '../../../data/session.ts'
import { errorHaptic } from '../../../lib/device/platform.ts'
import { toast } from '../../../lib/state/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { PasswordField } from '../../../ui/text-field.tsx'
import {
  mustSignInAgain,
  type PasswordChangeProblem,
  passwordChangeProblem,
  refusedPassword,
} from '../account-rules.ts'
import { FormMessage } from '../sign-in/form-fields.tsx'
import { changePassword } from './security-calls.ts'
import { AgainForm } from './sign-in-again.tsx'

/** Sets a first password, or changes the current one. */
export type PasswordChange = 'set' | 'change'

interface PasswordDialogProps {
  /** The change to make; null while the dialog is closed. */
  readonly change: PasswordChange | null
  readonly onClose: () => void
}

/** Changes the password of a signed-in fan, or sets their first one. */
export function PasswordDialog({ change, onClose }: PasswordDialogProps) {
  const [again, setAgain] = useState(false)
  const close = () => {
    setAgain(false)
    onClose()
  }
  const isOpen = change !== null
  const { title, text } = words[change ?? 'set']
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => next || close()}
      title={title}
      description={again ? words.again : text}
    >
      {isOpen && again && <AgainForm onSignedIn={() => setAgain(false)} />}
      {isOpen && !again && (
        <PasswordForm hasPassword={change === 'change'} onStale={() => setAgain(true)} onDone={close} />
      )}
    </Dialog>
  )
}

interface PasswordFormProps {
  readonly hasPassword: boolean
  readonly onStale: () => void
  readonly onDone: () => void
}

const NOTHING = { current: '', password: '', confirmation: '' }
const LOOK = { showLabel: signIn.show, hideLabel: signIn.hide, required: true } as const

function PasswordForm({ hasPassword, onStale, onDone }: PasswordFormProps) {
  const client = useQueryClient()
  const fan = useFan()
  const [typed, setTyped] = useState(NOTHING)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<PasswordChangeProblem | null>(null)
  const refuse = (wrong: PasswordChangeProblem) => {
    errorHaptic()
    setProblem(wrong)
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const missing = passwordChangeProblem(typed, hasPassword)
    if (busy || missing !== null) return missing === null ? undefined : refuse(missing)
    setBusy(true)
    setProblem(null)
    try {
      await changePassword(client, hasPassword ? typed.current : null, typed.password)
      toast(words.done)
      onDone()
    } catch (error) {
      setBusy(false)
      if (mustSignInAgain(error)) onStale()
      else refuse(refusedPassword(error))
    }
  }
  const fieldOf = (name: keyof typeof NOTHING) => ({
    ...LOOK,
    name,
    value: typed[name],
    onChange: (value: string) => setTyped((before) => ({ ...before, [name]: value })),
    error: problem?.field === name ? problem.text : null,
  })
  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-4">
      <FormMessage message={problem?.field === null ? { good: false, text: problem.text } : null} />
      {/* For password managers: the account of the password. */}
      <input type="email" name="email" autoComplete="username" value={fan?.email ?? ''} readOnly hidden />
      {hasPassword && <PasswordField {...fieldOf('current')} autoComplete="current-password" label={words.current} />}
      <PasswordField
        {...fieldOf('password')}
        autoComplete="new-password"
        label={words.password}
        hint={signIn.passwordHint(PASSWORD_MIN_LENGTH)}
      />
      <PasswordField {...fieldOf('confirmation')} autoComplete="new-password" label={words.confirmation} />
      <Button type="submit" tone="action" busy={busy}>
        {words.submit}
      </Button>
    </form>
  )
}
