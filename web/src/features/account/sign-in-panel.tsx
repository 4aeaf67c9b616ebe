import { PASSWORD_MIN_LENGTH } from '@tribune/domain/refresh.ts'
import { type FormEvent, useEffect, useRef } from 'react'
import { accountMessages, signIn as words } from '../../i18n/fr-account.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField, TextField } from '../../ui/text-field.tsx'
import { FormMessage } from './form-message.tsx'
import type { SignInForm } from './use-sign-in.ts'

interface SignInPanelProps {
  readonly form: SignInForm
  /** What happens once the mail's link has been opened. */
  readonly afterwards?: string
}

/** Sign in, sign up, forgotten password, and what to do with the mail: the same panel in the window and on the profile. */
export function SignInPanel({ form, afterwards = accountMessages.confirmBack }: SignInPanelProps) {
  if (form.stage === 'confirm' || form.stage === 'resetSent')
    return <MailOnItsWay form={form} afterwards={afterwards} />
  return <Form form={form} />
}

function Form({ form }: { readonly form: SignInForm }) {
  const { stage, busy, message, go } = form
  const element = useRef<HTMLFormElement>(null)
  const wrongField = message?.field ?? null
  useEffect(() => {
    if (message !== null && wrongField !== null) {
      element.current?.querySelector<HTMLInputElement>(`input[name="${wrongField}"]`)?.focus()
    }
  }, [message, wrongField])
  // The button that led to another stage is often not part of it.
  useEffect(() => {
    const isLost = document.activeElement === document.body
    if (stage !== 'signIn' && isLost) element.current?.querySelector('input')?.focus()
  }, [stage])
  const send = (event: FormEvent) => {
    event.preventDefault()
    form.submit()
  }
  const submitWords = { signIn: words.submit, signUp: words.submitSignUp, forgot: words.submitForgot }
  return (
    <form ref={element} noValidate onSubmit={send} className="flex flex-col gap-4">
      <FormMessage message={wrongField === null ? message : null} />
      <Fields form={form} />
      <Button type="submit" tone="action" busy={busy} className="w-full">
        {busy ? words.sending : submitWords[stage as keyof typeof submitWords]}
      </Button>
      <div className="flex flex-wrap justify-between gap-x-2">
        {stage === 'signIn' && (
          <Button tone="quiet" className="-mx-3 px-3" onClick={() => go('forgot')}>
            {words.forgot}
          </Button>
        )}
        {stage === 'signIn' ? (
          <Button tone="quiet" className="-mx-3 px-3" onClick={() => go('signUp')}>
            {words.toSignUp}
          </Button>
        ) : (
          <Button tone="quiet" className="-mx-3 px-3" onClick={() => go('signIn')}>
            {stage === 'signUp' ? words.toSignIn : words.back}
          </Button>
        )}
      </div>
    </form>
  )
}

function Fields({ form }: { readonly form: SignInForm }) {
  const { stage, email, password, message, setEmail, setPassword } = form
  const errorAt = (field: 'email' | 'password') => (message?.field === field ? message.text : null)
  const isNew = stage === 'signUp'
  return (
    <>
      <TextField
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        label={words.email}
        value={email}
        onChange={setEmail}
        error={errorAt('email')}
      />
      {stage !== 'forgot' && (
        <PasswordField
          key={stage}
          name="password"
          autoComplete={isNew ? 'new-password' : 'current-password'}
          required
          label={isNew ? words.newPassword : words.password}
          hint={isNew ? words.passwordHint(PASSWORD_MIN_LENGTH) : undefined}
          showLabel={words.show}
          hideLabel={words.hide}
          value={password}
          onChange={setPassword}
          error={errorAt('password')}
        />
      )}
    </>
  )
}

/** A mail was sent: what to do with it, and how to get another. */
function MailOnItsWay({ form, afterwards }: Required<SignInPanelProps>) {
  const { stage, busy, message, go, resend } = form
  return (
    <div className="flex flex-col gap-4">
      <FormMessage message={message} />
      {stage === 'confirm' && <p className="text-quiet">{afterwards}</p>}
      <div className="flex flex-col items-start gap-2">
        {stage === 'confirm' && (
          <Button busy={busy} onClick={resend}>
            {words.resend}
          </Button>
        )}
        <Button tone="quiet" className="-ml-4" onClick={() => go('signIn')}>
          {words.back}
        </Button>
      </div>
    </div>
  )
}
