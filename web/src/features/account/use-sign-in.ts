import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accountMessages, signIn as words } from '../../i18n/fr-account.ts'
import { messageOf } from '../../lib/api-error.ts'
import { errorHaptic } from '../../lib/platform.ts'
import { type FormProblem, missingIn, refusedWords, type SignInField, type SignInMode } from './account-rules.ts'
import { requestPasswordReset, resendConfirmation, signIn, signUp } from './api.ts'

/** Where the fan stands: at the form, at the forgotten password, or before a mail that is on its way. */
export type SignInStage = SignInMode | 'forgot' | 'confirm' | 'resetSent'

/** A sentence of the form, good or bad. */
interface Message extends FormProblem {
  readonly good: boolean
}

export interface SignInForm {
  readonly stage: SignInStage
  readonly email: string
  readonly password: string
  readonly busy: boolean
  readonly message: Message | null
  readonly setEmail: (email: string) => void
  readonly setPassword: (password: string) => void
  readonly go: (stage: SignInStage) => void
  readonly submit: () => Promise<void>
  readonly resend: () => Promise<void>
}

interface SignInOptions {
  readonly back: string
  /** What to say first, such as why a mail's link did not work. */
  readonly opening?: string | null
}

/** Everything that the sign-in panel does. Signing in tells the session, which every screen follows. */
export function useSignIn({ back, opening = null }: SignInOptions): SignInForm {
  const client = useQueryClient()
  const [stage, setStage] = useState<SignInStage>('signIn')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<Message | null>(opening === null ? null : wrong(null, opening))

  const go = (next: SignInStage, said: Message | null = null) => {
    setStage(next)
    setMessage(said)
  }
  const refuse = ({ field, text }: FormProblem) => {
    errorHaptic()
    setMessage(wrong(field, text))
  }
  const during = async (work: () => Promise<void>) => {
    setBusy(true)
    await work()
    setBusy(false)
  }
  const enter = async (mode: SignInMode) => {
    const credentials = { email: email.trim(), password, back }
    try {
      if (mode === 'signIn') await signIn(client, credentials)
      else {
        await signUp(credentials)
        go('confirm', { good: true, field: null, text: accountMessages.confirm(credentials.email) })
      }
    } catch (error) {
      const refused = refusedWords(error)
      if (refused.next === 'stay') refuse(refused)
      else go(refused.next, wrong(refused.field, refused.text))
    }
  }
  const askForReset = async () => {
    try {
      await requestPasswordReset(email.trim())
      go('resetSent', { good: true, field: null, text: accountMessages.resetSent(email.trim()) })
    } catch (error) {
      refuse(refusedWords(error))
    }
  }
  const submit = async () => {
    if (busy) return
    setMessage(null)
    const mode = stage === 'signUp' ? 'signUp' : 'signIn'
    if (stage === 'forgot') {
      if (email.trim() === '') return refuse({ field: 'email', text: accountMessages.resetEmailMissing })
      return during(askForReset)
    }
    const missing = missingIn(mode, email, password)
    return missing === null ? during(() => enter(mode)) : refuse(missing)
  }
  const resend = () =>
    during(async () => {
      try {
        await resendConfirmation(email.trim(), back)
        setMessage({ good: true, field: null, text: words.resent })
      } catch (error) {
        refuse({ field: null, text: accountMessages.other(messageOf(error)) })
      }
    })
  return { stage, email, password, busy, message, setEmail, setPassword, go, submit, resend }
}

function wrong(field: SignInField | null, text: string): Message {
  return { good: false, field, text }
}
