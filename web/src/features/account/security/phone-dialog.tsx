import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  accountMessages,
  signInAgain,
  signIn as signInWords,
  identities as words,
} from '@tribune/french/sentences/account.ts'
import { withoutSpaces } from '@tribune/protocol/one-time-code.ts'
import { type FormEvent, useState } from 'react'
import { errorHaptic } from '../../../lib/device/platform.ts'
import { toast } from '../../../lib/state/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { type FormProblem, mustSignInAgain, problemIn, refusedWords } from '../account-rules.ts'
import { ProofPlace } from '../proof/proof-place.tsx'
import { CodeField, FormMessage, PhoneField } from '../sign-in/form-fields.tsx'
import { requestPhoneCode } from '../sign-in/sign-in-calls.ts'
import { addPhone } from './security-calls.ts'
import { AgainForm } from './sign-in-again.tsx'

interface PhoneDialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

type Step = 'phone' | 'phoneSent' | 'again'

/** Adds a phone as a sign-in method: its number, then the code sent to it, with a sign-in between if the session is not fresh. */
export function PhoneDialog({ open, onClose }: PhoneDialogProps) {
  const [step, setStep] = useState<Step>('phone')
  const [phone, setPhone] = useState('')
  const close = () => {
    onClose()
    setStep('phone')
  }
  const { title, text } = step === 'again' ? signInAgain : { title: words.phoneTitle, text: words.phoneText }
  return (
    <Dialog open={open} onOpenChange={(next) => next || close()} title={title} description={text}>
      {step === 'again' ? (
        <AgainForm onSignedIn={() => setStep('phone')} />
      ) : (
        <PhoneForm key={step} step={step} phone={phone} onPhone={setPhone} onStep={setStep} onAdded={close} />
      )}
    </Dialog>
  )
}

interface PhoneFormProps {
  readonly step: 'phone' | 'phoneSent'
  readonly phone: string
  readonly onPhone: (phone: string) => void
  readonly onStep: (step: Step) => void
  readonly onAdded: () => void
}

function PhoneForm({ step, phone, onPhone, onStep, onAdded }: PhoneFormProps) {
  const client = useQueryClient()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<FormProblem | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: () => (step === 'phone' ? requestPhoneCode(phone) : addPhone(client, phone, withoutSpaces(code))),
    onSuccess: () => {
      if (step === 'phone') return onStep('phoneSent')
      toast(words.phoneAdded)
      onAdded()
    },
    onError: (cause) => {
      errorHaptic()
      if (mustSignInAgain(cause)) onStep('again')
      else setProblem(refusedWords(cause))
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    const wrong = problemIn(step, { email: '', password: '', phone, code })
    setProblem(wrong)
    if (wrong === null) mutate()
  }
  const field = step === 'phone' ? 'phone' : 'code'
  const isAtField = problem?.field === field
  const notice = step === 'phone' ? null : { good: true, text: accountMessages.phoneSent(phone.trim()) }
  const error = isAtField ? problem.text : null
  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-4">
      <FormMessage message={problem === null || isAtField ? notice : { good: false, text: problem.text }} />
      {step === 'phone' ? (
        <PhoneField value={phone} onChange={onPhone} error={error} />
      ) : (
        <CodeField label={signInWords.code} value={code} onChange={setCode} error={error} />
      )}
      <ProofPlace />
      <Button type="submit" tone="action" busy={isPending}>
        {step === 'phone' ? signInWords.submits.phone : words.verify}
      </Button>
    </form>
  )
}
