import { useQueryClient } from '@tanstack/react-query'
import { withoutSpaces } from '@tribune/domain/one-time-code.ts'
import type { SecondProof } from '@tribune/domain/second-proof.ts'
import { useState } from 'react'
import { accountMessages, signIn as words } from '../../i18n/fr-account.ts'
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
} from '../account/api.ts'

/** A sentence of the form, good or bad. */
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
  /** What the second proof can be, once it is asked for. */
  readonly proofs: readonly SecondProof[]
  /** A fan signs in once more: their address stands, and they need no account. */
  readonly isKnown: boolean
  /** Where links by mail and providers lead back to. */
  readonly back: string
  readonly message: Message | null
  readonly setEmail: (email: string) => void
  readonly setPassword: (password: string) => void
  readonly setPhone: (phone: string) => void
  readonly setCode: (code: string) => void
  readonly go: (stage: SignInStage) => void
  readonly submit: () => Promise<void>
  readonly resend: () => Promise<void>
  /** Signs in, or up, with what a wallet signed. */
  readonly enterByWallet: (proof: WalletProof) => Promise<void>
  readonly refuse: (problem: FormProblem) => void
  /** Says what was refused, at the stage where the fan can mend it. */
  readonly turnBack: (error: unknown) => void
  /** He is in. */
  readonly done: () => void
}

interface SignInOptions {
  readonly back: string
  /** The form to begin with. */
  readonly begin?: FormStage
  /** What to say first, such as why a mail's link did not work. */
  readonly opening?: string | null
  /** The fan who signs in once more, and where they begin: nobody else can. */
  readonly known?: { readonly email: string; readonly phone: string; readonly stage: FormStage }
  /** What the second proof can be, where the first one was given on the way here. */
  readonly proven?: readonly SecondProof[] | null
  /** Called where signing in happened right here. */
  readonly onSignedIn?: () => void
}

/** Everything that the sign-in panel does. Signing in tells the session, which every screen follows. */
export function useSignIn({
  back,
  begin = 'signIn',
  opening = null,
  known,
  proven = null,
  onSignedIn = () => {},
}: SignInOptions): SignInForm {
  const client = useQueryClient()
  const [stage, setStage] = useState<SignInStage>(proven !== null ? 'factor' : (known?.stage ?? begin))
  const [email, setEmail] = useState(known?.email ?? '')
  const [password, setPassword] = useState('')
  const [phone, setPhone] = useState(known?.phone ?? '')
  const [code, setCode] = useState('')
  const [proofs, setProofs] = useState(proven ?? [])
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
  const turnBack = (error: unknown) => {
    const refused = refusedWords(error)
    if (refused.next === 'stay') refuse(refused)
    else go(refused.next, wrong(refused.field, refused.text))
  }
  const goOn = (how: Entered) => {
    setCode('')
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
  /** Sends a mail and says that it is on its way, or why not. */
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
