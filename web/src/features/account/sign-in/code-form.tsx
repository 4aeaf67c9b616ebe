import { accountMessages, signIn as words } from '@tribune/french/sentences/account.ts'
import { type FormEvent, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ProofPlace } from '../proof/proof-place.tsx'
import { FormMessage } from './form-message.tsx'
import { CodeField } from './message-fields.tsx'
import { useFormFocus } from './use-form-focus.ts'
import type { SignInForm } from './use-sign-in.ts'

const STAGES = {
  linkSent: { label: words.code, hint: words.codeHint, submit: words.submitCode, resend: words.resend },
  phoneSent: { label: words.code, hint: undefined, submit: words.submitCode, resend: words.resendSms },
} as const

interface CodeFormProps {
  readonly form: SignInForm
  readonly stage: keyof typeof STAGES
}

/** Signs in with a code from a mail or an SMS. */
export function CodeForm({ form, stage }: CodeFormProps) {
  const { code, busy, message, go, resend: sendAgain, setCode, submit: enter } = form
  const { label, hint, submit, resend } = STAGES[stage]
  const element = useRef<HTMLFormElement>(null)
  useFormFocus(element, form)
  const atCode = message?.field === 'code'
  // The recipient stays on screen next to any message that the code causes.
  const sent =
    stage === 'linkSent' ? accountMessages.linkSent(form.email.trim()) : accountMessages.phoneSent(form.phone.trim())
  const field = { label, value: code, onChange: setCode, error: atCode ? message.text : null }
  const send = (event: FormEvent) => {
    event.preventDefault()
    enter()
  }
  return (
    <form ref={element} noValidate onSubmit={send} className="flex flex-col gap-4">
      <FormMessage message={{ good: true, text: sent }} />
      <FormMessage message={atCode || message?.text === sent ? null : message} />
      <CodeField {...field} hint={hint} />
      <ProofPlace />
      <Button type="submit" tone="action" busy={busy} className="w-full">
        {busy ? words.sending : submit}
      </Button>
      <div className="flex flex-wrap justify-between gap-x-2">
        <Button tone="quiet" className="-mx-3 px-3" onClick={() => go('signIn')}>
          {words.back}
        </Button>
        <Button tone="quiet" className="-mx-3 px-3" busy={busy} onClick={sendAgain}>
          {resend}
        </Button>
      </div>
    </form>
  )
}
