import { useState } from 'react'
import { errorHaptic } from '../../../lib/device/platform.ts'
import { type FormProblem, type FormStage, refusedWords, type SignInField, type SignInStage } from '../account-rules.ts'
import { forgetSentCode, storeSentCode } from './sent-code-store.ts'

/** A message of the form: a success or a problem. */
export interface Message extends FormProblem {
  readonly good: boolean
}

/** The stage of the sign-in form, and its message. */
export interface SignInSteps {
  readonly stage: SignInStage
  /** The stage that a restart returns to. */
  readonly start: FormStage
  readonly message: Message | null
  readonly say: (message: Message | null) => void
  readonly go: (stage: SignInStage, message?: Message) => void
  readonly refuse: (problem: FormProblem) => void
  /** Shows a refusal, at the stage where the fan can fix it. */
  readonly turnBack: (error: unknown) => void
}

/** @param entries The address and number to which a code is sent. Stored, because the phone may discard the page while the fan reads the message. */
export function useSignInSteps(
  first: SignInStage,
  start: FormStage,
  opening: string | null,
  entries: { readonly email: string; readonly phone: string },
): SignInSteps {
  const [stage, setStage] = useState(first)
  const [message, say] = useState(opening === null ? null : wrong(null, opening))
  const go = (next: SignInStage, nextMessage: Message | null = null) => {
    if (next === 'linkSent') storeSentCode({ stage: next, to: entries.email.trim() })
    else if (next === 'phoneSent') storeSentCode({ stage: next, to: entries.phone })
    else forgetSentCode()
    setStage(next)
    say(nextMessage)
  }
  const refuse = ({ field, text }: FormProblem) => {
    errorHaptic()
    say(wrong(field, text))
  }
  const turnBack = (error: unknown) => {
    const refused = refusedWords(error)
    if (refused.next === 'stay') refuse(refused)
    else go(refused.next === 'start' ? start : refused.next, wrong(refused.field, refused.text))
  }
  return { stage, start, message, say, go, refuse, turnBack }
}

/** Makes a success message. */
export function good(text: string): Message {
  return { good: true, field: null, text }
}

function wrong(field: SignInField | null, text: string): Message {
  return { good: false, field, text }
}
