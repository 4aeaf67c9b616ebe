import { accountMessages, signIn as words } from '@tribune/french/sentences/account.ts'
import { isOneTimeCode, withoutSpaces } from '@tribune/protocol/one-time-code.ts'
import { type FormEvent, useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ProofPlace } from '../proof/proof-place.tsx'
import { CodeField, FormMessage, useFormFocus } from './form-fields.tsx'
import type { SignInForm } from './use-sign-in.ts'

const RESEND = { linkSent: words.resend, phoneSent: words.resendSms } as const

interface CodeFormProps {
  readonly form: SignInForm
  readonly stage: keyof typeof RESEND
}

/** Signs in with a code from a mail or an SMS, which is sent once complete. */
export function CodeForm({ form, stage }: CodeFormProps) {
  const { start, code, busy, message, go, resend, setCode, submit } = form
  const element = useRef<HTMLFormElement>(null)
  useFormFocus(element, form)
  useSendOnceComplete(form)
  const atCode = message?.field === 'code'
  // The recipient stays on screen next to any message that the code causes.
  const sent =
    stage === 'linkSent' ? accountMessages.linkSent(form.email.trim()) : accountMessages.phoneSent(form.phone.trim())
  const field = {
    label: words.code,
    hint: words.codeHint,
    value: code,
    onChange: setCode,
    error: atCode ? message.text : null,
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  return (
    <form ref={element} noValidate onSubmit={send} className="flex flex-col gap-4">
      <FormMessage message={{ good: true, text: sent }} />
      <FormMessage message={atCode || message?.text === sent ? null : message} />
      <CodeField {...field} />
      <ProofPlace />
      <Button type="submit" tone="action" busy={busy} className="w-full">
        {busy ? words.sending : words.submitCode}
      </Button>
      <div className="flex flex-wrap justify-between gap-x-2">
        <Button tone="quiet" className="-mx-3 px-3" onClick={() => go(start)}>
          {words.back}
        </Button>
        <Button tone="quiet" className="-mx-3 px-3" busy={busy} onClick={resend}>
          {RESEND[stage]}
        </Button>
      </div>
    </form>
  )
}

/** Sends a code that is typed, pasted or filled in by the phone; a refused one only at the fan's tap. */
function useSendOnceComplete({ code, busy, submit }: SignInForm): void {
  const sent = useRef('')
  const digits = isOneTimeCode(code) ? withoutSpaces(code) : ''
  const send = useEffectEvent(submit)
  useEffect(() => {
    if (digits === '' || busy || digits === sent.current) return
    sent.current = digits
    void send()
  }, [digits, busy])
}
