import { useQuery } from '@tanstack/react-query'
import { PASSWORD_MIN_LENGTH } from '@tribune/domain/refresh.ts'
import { Mail, Smartphone } from 'lucide'
import { type FormEvent, type RefObject, useEffect, useRef } from 'react'
import { accountMessages, signIn as words } from '../../i18n/fr-account.ts'
import { meQuery } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PasswordField, TextField } from '../../ui/text-field.tsx'
import type { FormStage, SignInField } from './account-rules.ts'
import { FormMessage } from './form-message.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import type { SignInForm } from './use-sign-in.ts'

/** Six digits, and the space between them that the mail has. */
const CODE_FIELD_LENGTH = 7
/** Any number with its country, and spaces. */
export const PHONE_FIELD_LENGTH = 24
/** A recovery code with its dash, and a space at either end. */
const FACTOR_FIELD_LENGTH = 13

interface SignInPanelProps {
  readonly form: SignInForm
  /** What happens once the mail's link has been opened. */
  readonly afterwards?: string
}

/** Sign in, sign up, forgotten password, and what to do with the mail: the same panel in the window and on the profile. */
export function SignInPanel({ form, afterwards = accountMessages.confirmBack }: SignInPanelProps) {
  if (form.stage === 'confirm' || form.stage === 'resetSent')
    return <MailOnItsWay form={form} afterwards={afterwards} />
  if (form.stage === 'factor') return <FactorForm form={form} />
  return form.stage === 'linkSent' || form.stage === 'phoneSent' ? (
    <CodeForm form={form} />
  ) : (
    <Form form={form} stage={form.stage} />
  )
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
      {isEntry && !isKnown && <OrByProvider form={form} />}
      {stage === 'phone' ? <PhoneField form={form} /> : <Fields form={form} />}
      <div data-challenge className="empty:hidden" />
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
    </form>
  )
}

/** In a form the field that something is wrong with gets the focus, and its first one when the focus was lost on the way here. */
function useFormFocus(element: RefObject<HTMLFormElement | null>, { stage, message }: SignInForm): void {
  useEffect(() => {
    if (message?.field) element.current?.querySelector<HTMLInputElement>(`input[name="${message.field}"]`)?.focus()
  }, [element, message])
  // The button that led to another stage is often not part of it.
  useEffect(() => {
    const isLost = document.activeElement === document.body
    if (stage !== 'signIn' && isLost) element.current?.querySelector('input')?.focus()
  }, [element, stage])
}

function Or() {
  return (
    <p className="flex items-center gap-3 text-sm text-quiet before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {words.or}
    </p>
  )
}

/** The quickest way in: an account elsewhere. */
function OrByProvider({ form }: { readonly form: SignInForm }) {
  const { data } = useQuery(meQuery)
  const offered = data?.identity_providers ?? []
  if (offered.length === 0) return null
  return (
    <div className="flex flex-col gap-3">
      <ProviderButtons
        offered={offered}
        back={form.back}
        onProblem={(text) => form.refuse({ field: null, text: accountMessages.other(text) })}
      />
      <Or />
    </div>
  )
}

/** The other ways in, without a password. */
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

function PhoneField({ form: { phone, isKnown, message, setPhone } }: { readonly form: SignInForm }) {
  return (
    <TextField
      name="phone"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      maxLength={PHONE_FIELD_LENGTH}
      required
      label={words.phone}
      hint={words.phoneHint}
      readOnly={isKnown}
      value={phone}
      onChange={setPhone}
      error={message?.field === 'phone' ? message.text : null}
    />
  )
}

function Fields({ form }: { readonly form: SignInForm }) {
  const { stage, email, password, message, setEmail, setPassword } = form
  const errorAt = (field: SignInField) => (message?.field === field ? message.text : null)
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

/** A mail with a link and a code was sent: the code signs in here. */
function CodeForm({ form }: { readonly form: SignInForm }) {
  const { stage, code, busy, message, go, resend, setCode, submit } = form
  const element = useRef<HTMLFormElement>(null)
  useFormFocus(element, form)
  const atCode = message?.field === 'code'
  const send = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  return (
    <form ref={element} noValidate onSubmit={send} className="flex flex-col gap-4">
      <FormMessage message={atCode ? null : message} />
      <TextField
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={CODE_FIELD_LENGTH}
        required
        label={words.code}
        hint={stage === 'linkSent' ? words.codeHint : undefined}
        value={code}
        onChange={setCode}
        error={atCode ? message.text : null}
      />
      <Button type="submit" tone="action" busy={busy} className="w-full">
        {busy ? words.sending : words.submitCode}
      </Button>
      <div className="flex flex-wrap justify-between gap-x-2">
        <Button tone="quiet" className="-mx-3 px-3" onClick={() => go('signIn')}>
          {words.back}
        </Button>
        <Button tone="quiet" className="-mx-3 px-3" busy={busy} onClick={resend}>
          {stage === 'linkSent' ? words.resend : words.resendSms}
        </Button>
      </div>
    </form>
  )
}

/** The second proof. */
function FactorForm({ form }: { readonly form: SignInForm }) {
  const { code, busy, message, go, setCode, submit } = form
  const element = useRef<HTMLFormElement>(null)
  useFormFocus(element, form)
  const atCode = message?.field === 'code'
  const send = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  return (
    <form ref={element} noValidate onSubmit={send} className="flex flex-col gap-4">
      <FormMessage message={atCode ? null : message} />
      <TextField
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={FACTOR_FIELD_LENGTH}
        required
        label={words.factorCode}
        value={code}
        onChange={setCode}
        error={atCode ? message.text : null}
      />
      <Button type="submit" tone="action" busy={busy} className="w-full">
        {busy ? words.sending : words.submitFactor}
      </Button>
      <Button tone="quiet" className="-mx-3 self-start px-3" onClick={() => go('signIn')}>
        {words.back}
      </Button>
    </form>
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
