import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { accountMessages, signIn as words } from '@tribune/french/sentences/account.ts'
import { accountTerms as terms } from '@tribune/french/sentences/notices/legal.ts'
import { PASSWORD_MIN_LENGTH } from '@tribune/protocol/password.ts'
import { Mail, Smartphone } from 'lucide'
import { type FormEvent, useRef } from 'react'
import { meQuery } from '../../../data/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { PasswordField, TextField } from '../../../ui/text-field.tsx'
import type { FormStage, SignInField } from '../account-rules.ts'
import { ProofPlace } from '../proof/proof-place.tsx'
import { FactorForm } from '../second-factor/factor-form.tsx'
import { BrowserSignIn } from './browser-sign-in.tsx'
import { CodeForm } from './code-form.tsx'
import { FormMessage } from './form-message.tsx'
import { PhoneField } from './message-fields.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { useFormFocus } from './use-form-focus.ts'
import type { SignInForm } from './use-sign-in.ts'
import { useWallets } from './use-wallets.ts'
import { WalletButtons } from './wallet-buttons.tsx'

interface SignInPanelProps {
  readonly form: SignInForm
  /** Sentence about what follows once the mail's link has been opened. */
  readonly afterwards?: string
}

/**
 * Sign-in, sign-up, forgotten password, and what to do with the mail. The same panel in the dialog and on the profile. The native app has none of it: its
 * fans sign in in the phone's browser (docs/decisions/021).
 */
export function SignInPanel({ form, afterwards = accountMessages.confirmBack }: SignInPanelProps) {
  if (import.meta.env.VITE_NATIVE) return <BrowserSignIn opening={form.message?.text ?? null} />
  const { stage } = form
  if (stage === 'confirm' || stage === 'resetSent') return <MailOnItsWay form={form} afterwards={afterwards} />
  if (stage === 'factor') return <FactorForm form={form} />
  if (stage === 'linkSent' || stage === 'phoneSent') return <CodeForm form={form} stage={stage} />
  return <Form form={form} stage={stage} />
}

interface FormProps {
  readonly form: SignInForm
  readonly stage: FormStage
}

function Form({ form, stage }: FormProps) {
  const { busy, isKnown, message, go } = form
  const isEntry = stage === 'signIn' || stage === 'signUp'
  const element = useRef<HTMLFormElement>(null)
  const wrongField = message?.field ?? null
  useFormFocus(element, form)
  const send = (event: FormEvent) => {
    event.preventDefault()
    form.submit()
  }
  return (
    <form ref={element} noValidate onSubmit={send} className="flex flex-col gap-4">
      <FormMessage message={wrongField === null ? message : null} />
      {isEntry && !isKnown && <OrElsewhere form={form} />}
      <Fields form={form} />
      <ProofPlace />
      <Button type="submit" tone="action" busy={busy} className="w-full">
        {busy ? words.sending : words.submits[stage]}
      </Button>
      <div className="flex flex-wrap justify-between gap-x-2">
        {stage === 'signIn' && (
          <Button tone="quiet" className="-mx-3 px-3" onClick={() => go('forgot')}>
            {words.forgot}
          </Button>
        )}
        {stage === 'signIn' && !isKnown && (
          <Button tone="quiet" className="-mx-3 px-3" onClick={() => go('signUp')}>
            {words.toSignUp}
          </Button>
        )}
        {stage !== 'signIn' && (
          <Button tone="quiet" className="-mx-3 px-3" onClick={() => go('signIn')}>
            {words.backFrom[stage]}
          </Button>
        )}
      </div>
      {isEntry && <OrByMessage go={go} />}
      {!isKnown && <Terms />}
    </form>
  )
}

/** The least age and the terms of an account, which each of the methods may create. */
function Terms() {
  return (
    <p className="text-sm text-quiet">
      <span>{terms.before}</span>
      <Link to="/legal" className="underline">
        {terms.terms}
      </Link>
      <span>{terms.between}</span>
      <Link to="/privacy" search={{ lang: 'fr' }} className="underline">
        {terms.privacy}
      </Link>
      <span>{terms.after}</span>
    </p>
  )
}

function Or() {
  return (
    <p className="flex items-center gap-3 text-sm text-quiet before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {words.or}
    </p>
  )
}

/** The quickest methods: identity providers, and wallets on this phone. */
function OrElsewhere({ form }: { readonly form: SignInForm }) {
  const { data } = useQuery(meQuery)
  const offered = data?.identity_providers ?? []
  const wallets = useWallets()
  const refuse = (text: string) => form.refuse({ field: null, text: accountMessages.other(text) })
  if (offered.length + wallets.length === 0) return null
  return (
    <div className="flex flex-col gap-3">
      <ProviderButtons offered={offered} back={form.back} onProblem={refuse} />
      <WalletButtons
        className="w-full"
        wallets={wallets}
        label={words.continueWith}
        onSigned={form.enterByWallet}
        onProblem={refuse}
      />
      <Or />
    </div>
  )
}

/** The other methods, without a password. */
function OrByMessage({ go }: Pick<SignInForm, 'go'>) {
  return (
    <div className="flex flex-col gap-3">
      <Or />
      <Button className="w-full" onClick={() => go('link')}>
        <Icon of={Mail} size={18} />
        {words.toLink}
      </Button>
      <Button className="w-full" onClick={() => go('phone')}>
        <Icon of={Smartphone} size={18} />
        {words.toPhone}
      </Button>
    </div>
  )
}

function Fields({ form }: { readonly form: SignInForm }) {
  const { stage, email, password, message, setEmail, setPassword } = form
  const errorAt = (field: SignInField) => (message?.field === field ? message.text : null)
  if (stage === 'phone') {
    return <PhoneField readOnly={form.isKnown} value={form.phone} onChange={form.setPhone} error={errorAt('phone')} />
  }
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
        readOnly={form.isKnown}
        value={email}
        onChange={setEmail}
        error={errorAt('email')}
      />
      {stage !== 'forgot' && stage !== 'link' && (
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

/** Explains what to do with the mail that was sent, and how to get another. */
function MailOnItsWay({ form, afterwards }: Required<SignInPanelProps>) {
  const { stage, busy, message, go, resend } = form
  return (
    <div className="flex flex-col gap-4">
      <FormMessage message={message} />
      {stage === 'confirm' && <p className="text-quiet">{afterwards}</p>}
      <ProofPlace />
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
