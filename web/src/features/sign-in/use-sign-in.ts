import { useQueryClient } from '@tanstack/react-query'
import type { SecondProof } from '@tribune/domain/second-proof.ts'
import { accountMessages, signIn as words } from '@tribune/french/sentences/account.ts'
import { withoutSpaces } from '@tribune/protocol/one-time-code.ts'
import { useState } from 'react'
import { errorHaptic } from '../../lib/device/platform.ts'
import { messageOf } from '../../lib/http/api-error.ts'
import {
  type FormProblem,
  type FormStage,
  problemIn,
  refusedWords,
  type SignInField,
  type SignInMode,
  type SignInStage,
} from '../account/account-rules.ts'
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

/** A message of the form: a success or a problem. */
interface Message extends FormProblem {
  readonly good: boolean
}

export interface SignInForm {
  readonly stage: SignInStage
  readonly email: string
  readonly password: string
  readonly phone: string
  readonly code: string
  readonly busy: boolean
  /** The second proofs to choose from, once one is required. */
  readonly proofs: readonly SecondProof[]
  /** A known fan signs in again: their address is fixed, and sign-up is not offered. */
  readonly isKnown: boolean
  /** Path that mails' links and providers lead back to. */
  readonly back: string
  readonly message: Message | null
  readonly setEmail: (email: string) => void
  readonly setPassword: (password: string) => void
  readonly setPhone: (phone: string) => void
  readonly setCode: (code: string) => void
  readonly go: (stage: SignInStage) => void
  readonly submit: () => Promise<void>
  readonly resend: () => Promise<void>
  /** Signs in or up with the signature of a wallet. */
  readonly enterByWallet: (proof: WalletProof) => Promise<void>
  readonly refuse: (problem: FormProblem) => void
  /** Shows a refusal, at the stage where the fan can fix it. */
  readonly turnBack: (error: unknown) => void
  /** Completes the sign-in. */
  readonly done: () => void
}

interface SignInOptions {
  readonly back: string
  /** The first stage. */
  readonly begin?: FormStage
  /** The first message, such as why a mail's link did not work. */
  readonly opening?: string | null
  /** The fan who signs in again, and their first stage. Nobody else can sign in. */
  readonly known?: { readonly email: string; readonly phone: string; readonly stage: FormStage }
  /** The second proofs to choose from, if the first proof was given before. */
  readonly proven?: readonly SecondProof[] | null
  /** Called after a sign-in in this form. */
  readonly onSignedIn?: () => void
}

/** State and actions of the sign-in panel. Signing in updates the session query, which every screen follows. */
export function useSignIn({
  back,
  begin = 'signIn',
  opening = null,
  known,
  proven = null,
  onSignedIn = () => {},
}: SignInOptions): SignInForm {
  const client = useQueryClient()
  // The page may have been dropped while the fan read the mail.
  const [sent] = useState(() => (known === undefined && proven === null && opening === null ? storedSentCode() : null))
  const sentTo = (at: SentCode['stage']) => (sent?.stage === at ? sent.to : '')
  const [stage, setStage] = useState<SignInStage>(proven !== null ? 'factor' : (known?.stage ?? sent?.stage ?? begin))
  const [email, setEmail] = useState(known?.email ?? sentTo('linkSent'))
  const [password, setPassword] = useState('')
  const [phone, setPhone] = useState(known?.phone ?? sentTo('phoneSent'))
  const [code, setCode] = useState('')
  const [proofs, setProofs] = useState(proven ?? [])
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<Message | null>(opening === null ? null : wrong(null, opening))

  const go = (next: SignInStage, said: Message | null = null) => {
    if (next === 'linkSent') storeSentCode({ stage: next, to: email.trim() })
    else if (next === 'phoneSent') storeSentCode({ stage: next, to: phone })
    else forgetSentCode()
    setStage(next)
    setMessage(said)
  }
  const refuse = ({ field, text }: FormProblem) => {
    errorHaptic()
    setMessage(wrong(field, text))
  }
  const turnBack = (error: unknown) => {
    const refused = refusedWords(error)
    if (refused.next === 'stay') refuse(refused)
    else go(refused.next, wrong(refused.field, refused.text))
  }
  const goOn = (how: Entered) => {
    setCode('')
    forgetSentCode()
    if (how === 'in') return onSignedIn()
    setProofs(how)
    go('factor')
  }
  const during = async (work: () => Promise<void>) => {
    setBusy(true)
    await work()
    setBusy(false)
  }
  const enter = async (mode: SignInMode) => {
    const credentials = { email: email.trim(), password, back }
    try {
      if (mode === 'signIn') {
        goOn(await signIn(client, credentials))
      } else {
        await signUp(credentials)
        go('confirm', { good: true, field: null, text: accountMessages.confirm(credentials.email) })
      }
    } catch (error) {
      turnBack(error)
    }
  }
  /** Requests a mail, and shows that it was sent or why not. */
  const sendMail = async (send: Promise<void>, next: SignInStage, text: string) => {
    try {
      await send
      go(next, { good: true, field: null, text })
    } catch (error) {
      refuse(refusedWords(error))
    }
  }
  const address = email.trim()
  const askForReset = () => sendMail(requestPasswordReset(address), 'resetSent', accountMessages.resetSent(address))
  const askForLink = () => {
    setCode('')
    return sendMail(requestLink(address, back), 'linkSent', accountMessages.linkSent(address))
  }
  const askForPhoneCode = () => {
    setCode('')
    return sendMail(requestPhoneCode(phone), 'phoneSent', accountMessages.phoneSent(phone.trim()))
  }
  const enterCode = async (entering: Promise<Entered>) => {
    try {
      goOn(await entering)
    } catch (error) {
      refuse(refusedWords(error))
    }
  }
  const acts: Partial<Record<SignInStage, () => Promise<void>>> = {
    signIn: () => enter('signIn'),
    signUp: () => enter('signUp'),
    forgot: askForReset,
    link: askForLink,
    phone: askForPhoneCode,
    linkSent: () => enterCode(signInWithCode(client, address, withoutSpaces(code))),
    phoneSent: () => enterCode(signInByPhone(client, phone, withoutSpaces(code))),
  }
  const submit = async () => {
    const act = acts[stage]
    if (busy || act === undefined) return
    setMessage(null)
    const problem = problemIn(stage, { email, password, phone, code })
    return problem === null ? during(act) : refuse(problem)
  }
  const enterByWallet = (proof: WalletProof) => during(() => enterCode(signInByWallet(client, proof)))
  const resend = () =>
    during(async () => {
      try {
        if (stage === 'phoneSent') await requestPhoneCode(phone)
        else await (stage === 'linkSent' ? requestLink : resendConfirmation)(address, back)
        setMessage({
          good: true,
          field: null,
          text: stage === 'phoneSent' ? words.smsResent(phone.trim()) : words.resent(address),
        })
      } catch (error) {
        refuse({ field: null, text: accountMessages.other(messageOf(error)) })
      }
    })
  const fields = { stage, email, password, phone, setPhone, code, busy, message, setEmail, setPassword, setCode }
  return {
    ...fields,
    proofs,
    isKnown: known !== undefined,
    back,
    go,
    submit,
    resend,
    enterByWallet,
    refuse,
    turnBack,
    done: onSignedIn,
  }
}

function wrong(field: SignInField | null, text: string): Message {
  return { good: false, field, text }
}
