import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { IdentityProviderId } from '@tribune/contract/accounts.ts'
import {
  accountMessages,
  providerNames,
  appReturn as returnWords,
  signIn as words,
} from '@tribune/french/sentences/account.ts'
import { accountTerms as terms } from '@tribune/french/sentences/notices/legal.ts'
import { PASSWORD_MIN_LENGTH } from '@tribune/protocol/password.ts'
import { KeyRound, Mail, Smartphone } from 'lucide'
import { type FormEvent, useRef, useState } from 'react'
import { meQuery } from '../../../data/session.ts'
import { navigateTo } from '../../../lib/device/leaving.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { PasswordField, TextField } from '../../../ui/text-field.tsx'
import type { FormStage, SignInField } from '../account-rules.ts'
import { ProofPlace } from '../proof/proof-place.tsx'
import { FactorForm } from '../second-factor/factor-form.tsx'
import { beginInBrowser } from '../sign-in-return/app-return-calls.ts'
import { CodeForm } from './code-form.tsx'
import { FormMessage, PhoneField, useFormFocus } from './form-fields.tsx'
import { ProviderButtons, ProviderMark } from './provider-buttons.tsx'
import type { SignInForm } from './use-sign-in.ts'
import { useWallets } from './use-wallets.ts'
import { WalletButtons } from './wallet-buttons.tsx'

interface SignInPanelProps {
  readonly form: SignInForm
  /** Sentence about what follows once the mail's link has been opened. */
  readonly afterwards?: string
}

/**
 * Sign-in by a mail's code first, the other methods, and what to do with the mail. The same panel in the dialog and on the profile. The native app has none
 * of it: its fans sign in in the phone's browser (docs/decisions/021).
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
  const { busy, isKnown, message, start, go } = form
  const back = stage === 'signUp' || stage === 'forgot' ? 'password' : start
  const element = useRef<HTMLFormElement>(null)
  useFormFocus(element, form)
  const send = (event: FormEvent) => {
    event.preventDefault()
    form.submit()
  }
  const turn = (to: FormStage, label: string) => (
    <Button tone="quiet" className="-mx-3 px-3" onClick={() => go(to)}>
      {label}
    </Button>
  )
  return (
    <form ref={element} noValidate onSubmit={send} className="flex flex-col gap-4">
      <FormMessage message={message?.field == null ? message : null} />
      <Fields form={form} stage={stage} />
      <ProofPlace />
      <Button type="submit" tone="action" busy={busy} className="w-full">
        {busy ? words.sending : words.submits[stage]}
      </Button>
      <div className="flex flex-wrap justify-between gap-x-2 empty:hidden">
        {stage === 'password' && turn('forgot', words.forgot)}
        {stage === 'password' && !isKnown && turn('signUp', words.toSignUp)}
        {stage !== start && turn(back, words.backFrom[stage])}
      </div>
      {stage === start && <OtherMethods form={form} />}
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

const METHODS = {
  mail: { icon: Mail, label: words.toMail },
  phone: { icon: Smartphone, label: words.toPhone },
  password: { icon: KeyRound, label: words.toPassword },
} as const

/** The other methods: all for a visitor, with identity providers and the wallets on this phone; for a known fan a code to their address or phone. */
function OtherMethods({ form }: { readonly form: SignInForm }) {
  const { isKnown, start, back, go } = form
  const offered = useQuery(meQuery).data?.identity_providers ?? []
  const wallets = useWallets()
  const refuse = (text: string) => form.refuse({ field: null, text: accountMessages.other(text) })
  const own = { mail: form.email, phone: form.phone }
  const methods = isKnown
    ? (['mail', 'phone'] as const).filter((method) => method !== start && own[method] !== '')
    : (['phone', 'password'] as const)
  if (methods.length === 0) return null
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-center gap-3 text-sm text-quiet before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {words.or}
      </p>
      {!isKnown && (
        <>
          <ProviderButtons offered={offered} back={back} onProblem={refuse} />
          <WalletButtons
            className="w-full"
            wallets={wallets}
            label={words.continueWith}
            onSigned={form.enterByWallet}
            onProblem={refuse}
          />
        </>
      )}
      {methods.map((method) => (
        <Button key={method} className="w-full" onClick={() => go(method)}>
          <Icon of={METHODS[method].icon} size={18} />
          {METHODS[method].label}
        </Button>
      ))}
    </div>
  )
}

function Fields({ form, stage }: FormProps) {
  const { email, password, message, setEmail, setPassword } = form
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
        autoComplete={stage === 'mail' ? 'email' : 'username'}
        autoCapitalize="none"
        spellCheck={false}
        required
        label={words.email}
        hint={stage === 'mail' && !form.isKnown ? words.mailHint : undefined}
        readOnly={form.isKnown}
        value={email}
        onChange={setEmail}
        error={errorAt('email')}
      />
      {(isNew || stage === 'password') && (
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
  const { stage, start, busy, message, go, resend } = form
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
        <Button tone="quiet" className="-ml-4" onClick={() => go(start)}>
          {words.back}
        </Button>
      </div>
    </div>
  )
}

interface BrowserSignInProps {
  /** The first message, such as why an earlier attempt failed. */
  readonly opening: string | null
}

/** The native app's sign-in: opens the phone's browser, where every sign-in method is, and which hands the session back. */
function BrowserSignIn({ opening }: BrowserSignInProps) {
  const [problem, setProblem] = useState(opening)
  const providers = useQuery(meQuery).data?.identity_providers ?? []
  const begin = async (provider?: IdentityProviderId) => {
    try {
      navigateTo(await beginInBrowser({ home: import.meta.env.VITE_SERVER }, provider))
    } catch {
      setProblem(returnWords.unavailable)
    }
  }
  return (
    <div className="flex flex-col gap-4">
      <FormMessage message={problem === null ? null : { good: false, text: problem }} />
      <p className="text-quiet">{returnWords.explanation}</p>
      {providers.map((id) => (
        <Button key={id} className="w-full" onClick={() => begin(id)}>
          <ProviderMark of={id} />
          {words.continueWith(providerNames[id])}
        </Button>
      ))}
      <Button tone="action" className="w-full" onClick={() => begin()}>
        {returnWords.begin}
      </Button>
    </div>
  )
}
