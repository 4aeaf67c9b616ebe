import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { SecondProof } from '@tribune/domain/fans/second-proof.ts'
import { accountMessages, signIn as words } from '@tribune/french/sentences/account.ts'
import { withoutSpaces } from '@tribune/protocol/one-time-code.ts'
import { useState } from 'react'
import { errorHaptic } from '../../../lib/device/platform.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import {
  type FormProblem,
  type FormStage,
  problemIn,
  refusedWords,
  type SignInField,
  type SignInStage,
} from '../account-rules.ts'
import { forgetSentCode, type SentCode, storedSentCode, storeSentCode } from './sent-code-store.ts'
import {
  type Entered,
  requestLink,
  requestPasswordReset,
  requestPhoneCode,
  resendConfirmation,
  signIn,
  signInByPhone,
  signInByWallet,
  signInWithCode,
  signUp,
  type WalletProof,
} from './sign-in-calls.ts'

export interface SignInForm {
  readonly stage: SignInStage
  /** The stage that a restart returns to. */
  readonly start: FormStage
  readonly email: string
  readonly password: string
  readonly phone: string
  readonly code: string
  readonly busy: boolean
  /** The second proofs to choose from, once one is required. */
  readonly proofs: readonly SecondProof[]
  /** Whether a known fan signs in again. Their address is then fixed, and sign-up is not offered. */
  readonly isKnown: boolean
  /** Path to which links in mails and identity providers return. */
  readonly back: string
  readonly message: Message | null
  readonly setEmail: (email: string) => void
  readonly setPassword: (password: string) => void
  readonly setPhone: (phone: string) => void
  readonly setCode: (code: string) => void
  readonly go: (stage: SignInStage) => void
  readonly submit: () => Promise<void>
  readonly resend: () => Promise<void>
  /** Signs in or up with a wallet's signature. */
  readonly enterByWallet: (proof: WalletProof) => Promise<void>
  readonly refuse: (problem: FormProblem) => void
  /** Shows a refusal, at the stage where the fan can fix it. */
  readonly turnBack: (error: unknown) => void
  /** Completes the sign-in. */
  readonly done: () => void
}

interface SignInOptions {
  readonly back: string
  /** The stage to begin at, if it is not the first one. */
  readonly begin?: FormStage | undefined
  /** The first message, such as why a mail's link did not work. */
  readonly opening?: string | null
  /** The fan who signs in again, and their first stage. No other fan can sign in. */
  readonly known?: { readonly email: string; readonly phone: string; readonly stage: FormStage }
  /** The second proofs to choose from, if the first proof was given before. */
  readonly proven?: readonly SecondProof[] | null
  /** Called after a sign-in in this form. */
  readonly onSignedIn?: () => void
}

/** State and actions of the sign-in panel. Signing in updates the session query, which every screen follows. */
export function useSignIn({
  back,
  begin,
  opening = null,
  known,
  proven = null,
  onSignedIn = () => {},
}: SignInOptions): SignInForm {
  const client = useQueryClient()
  // The phone may have discarded the page while the fan read the mail.
  const [sent] = useState(() => (known === undefined && proven === null && opening === null ? storedSentCode() : null))
  const entries = useEntries(known, sent)
  const start = known?.stage ?? 'mail'
  const first = proven !== null ? 'factor' : (sent?.stage ?? begin ?? start)
  const { say, ...steps } = useSignInSteps(first, start, opening, entries)
  const [proofs, setProofs] = useState(proven ?? [])
  const [busy, setBusy] = useState(false)

  const proceed = (how: Entered) => {
    entries.setCode('')
    forgetSentCode()
    if (how === 'in') return onSignedIn()
    setProofs(how)
    steps.go('factor')
  }
  const whileBusy = async (work: () => Promise<void>) => {
    setBusy(true)
    await work()
    setBusy(false)
  }
  const attempt: Attempt = { client, back, entries, steps: { ...steps, say }, proceed }
  const submit = async () => {
    const submitStage = SUBMITS[steps.stage]
    if (busy || submitStage === undefined) return
    say(null)
    const problem = problemIn(steps.stage, entries)
    return problem === null ? whileBusy(() => submitStage(attempt)) : steps.refuse(problem)
  }
  return {
    ...entries,
    ...steps,
    busy,
    proofs,
    isKnown: known !== undefined,
    back,
    submit,
    resend: () => whileBusy(() => resend(attempt)),
    enterByWallet: (proof) => whileBusy(() => enterBy(signInByWallet(client, proof), attempt)),
    done: onSignedIn,
  }
}

/** Holds the form's fields. They start with the address or number to which a code was sent. */
function useEntries(known: SignInOptions['known'], sent: SentCode | null) {
  const sentTo = (at: SentCode['stage']) => (sent?.stage === at ? sent.to : '')
  const [email, setEmail] = useState(known?.email ?? sentTo('linkSent'))
  const [password, setPassword] = useState('')
  const [phone, setPhone] = useState(known?.phone ?? sentTo('phoneSent'))
  const [code, setCode] = useState('')
  return { email, password, phone, code, setEmail, setPassword, setPhone, setCode }
}

/** The input of one submission, and the functions that continue the sign-in. */
interface Attempt {
  readonly client: QueryClient
  readonly back: string
  readonly entries: ReturnType<typeof useEntries>
  readonly steps: SignInSteps
  readonly proceed: (how: Entered) => void
}

/** The functions that submit the form, by stage. */
const SUBMITS: Partial<Record<SignInStage, (attempt: Attempt) => Promise<void>>> = {
  password: enterByPassword,
  signUp: createAccount,
  forgot: (attempt) => {
    const address = attempt.entries.email.trim()
    return sendMessage(requestPasswordReset(address), 'resetSent', accountMessages.resetSent(address), attempt)
  },
  mail: (attempt) => {
    const address = attempt.entries.email.trim()
    attempt.entries.setCode('')
    return sendMessage(requestLink(address, attempt.back), 'linkSent', accountMessages.linkSent(address), attempt)
  },
  phone: (attempt) => {
    const { phone, setCode } = attempt.entries
    setCode('')
    return sendMessage(requestPhoneCode(phone), 'phoneSent', accountMessages.phoneSent(phone.trim()), attempt)
  },
  linkSent: (attempt) => {
    const { email, code } = attempt.entries
    return enterBy(signInWithCode(attempt.client, email.trim(), withoutSpaces(code)), attempt)
  },
  phoneSent: (attempt) => {
    const { phone, code } = attempt.entries
    return enterBy(signInByPhone(attempt.client, phone, withoutSpaces(code)), attempt)
  },
}

async function enterByPassword({ client, back, entries, steps, proceed }: Attempt): Promise<void> {
  try {
    proceed(await signIn(client, { email: entries.email.trim(), password: entries.password, back }))
  } catch (error) {
    steps.turnBack(error)
  }
}

async function createAccount({ back, entries, steps }: Attempt): Promise<void> {
  const email = entries.email.trim()
  try {
    await signUp({ email, password: entries.password, back })
    steps.go('confirm', good(accountMessages.confirm(email)))
  } catch (error) {
    steps.turnBack(error)
  }
}

/** Signs in by a code or a wallet. The stage stays the same after any refusal. */
async function enterBy(entering: Promise<Entered>, { steps, proceed }: Attempt): Promise<void> {
  try {
    proceed(await entering)
  } catch (error) {
    steps.refuse(refusedWords(error))
  }
}

/** Waits until a mail or text is sent, then shows the next stage, or why it was not sent. */
async function sendMessage(sending: Promise<void>, next: SignInStage, text: string, { steps }: Attempt): Promise<void> {
  try {
    await sending
    steps.go(next, good(text))
  } catch (error) {
    steps.refuse(refusedWords(error))
  }
}

/** Requests the mail or text of this stage again. */
async function resend({ back, entries, steps }: Attempt): Promise<void> {
  const { phone } = entries
  const address = entries.email.trim()
  try {
    if (steps.stage === 'phoneSent') await requestPhoneCode(phone)
    else await (steps.stage === 'linkSent' ? requestLink : resendConfirmation)(address, back)
    steps.say(good(steps.stage === 'phoneSent' ? words.smsResent(phone.trim()) : words.resent(address)))
  } catch (error) {
    steps.refuse({ field: null, text: accountMessages.other(messageOf(error)) })
  }
}

/** A message of the form: a success or a problem. */
interface Message extends FormProblem {
  readonly good: boolean
}

/** The stage of the sign-in form, and its message. */
interface SignInSteps {
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
function useSignInSteps(
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
function good(text: string): Message {
  return { good: true, field: null, text }
}

function wrong(field: SignInField | null, text: string): Message {
  return { good: false, field, text }
}
