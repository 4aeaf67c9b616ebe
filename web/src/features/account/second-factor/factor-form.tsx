import { useMutation, useQueryClient } from '@tanstack/react-query'
import { factorProof as words } from '@tribune/french/sentences/account/second-factor.ts'
import { type FormEvent, useRef, useState } from 'react'
import { errorHaptic } from '../../../lib/device/platform.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { type FormProblem, problemIn, refusedWords } from '../account-rules.ts'
import { ProofPlace } from '../proof/proof-place.tsx'
import { FormMessage, useFormFocus } from '../sign-in/form-fields.tsx'
import type { SignInForm } from '../sign-in/use-sign-in.ts'
import { proveFactor, requestFactorCode } from './factor-calls.ts'

/** Length of a recovery code with its dash and a space at either end. */
const MAX_LENGTH = 13

/** Asks for the second proof: a code of the fan's app, a code sent on request, or a recovery code. */
export function FactorForm({ form: { proofs, start, turnBack, done, go } }: { readonly form: SignInForm }) {
  const client = useQueryClient()
  const [sent, setSent] = useState(false)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<FormProblem | null>(null)
  const element = useRef<HTMLFormElement>(null)
  useFormFocus(element, { stage: 'factor', start, message: problem === null ? null : { ...problem, good: false } })
  const to = proofs.find((proof) => proof !== 'app')
  const kind = sent || !proofs.includes('app') ? 'sent' : 'app'
  const onError = (cause: unknown) => {
    const refused = refusedWords(cause)
    if (refused.next !== 'stay') return turnBack(cause)
    errorHaptic()
    setProblem(refused)
  }
  const sending = useMutation({
    mutationFn: requestFactorCode,
    onSuccess: () => {
      setSent(true)
      setProblem(null)
    },
    onError,
  })
  const proving = useMutation({
    mutationFn: async () => {
      await proveFactor(code, kind)
      await client.invalidateQueries()
    },
    onSuccess: done,
    onError,
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    const wrong = problemIn('factor', { email: '', password: '', phone: '', code })
    setProblem(wrong)
    if (wrong === null && !proving.isPending) proving.mutate()
  }
  const atCode = problem?.field === 'code'
  const notice = sent && to !== undefined ? { good: true, text: words.sent[to] } : null
  return (
    <form ref={element} noValidate onSubmit={send} className="flex flex-col gap-4">
      <FormMessage message={problem === null || atCode ? notice : { good: false, text: problem.text }} />
      {to !== undefined && !sent && (
        <Button busy={sending.isPending} onClick={() => sending.mutate()}>
          {words.send[to]}
        </Button>
      )}
      <TextField
        label={words.code[kind]}
        value={code}
        onChange={setCode}
        error={atCode ? problem.text : null}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_LENGTH}
        required
      />
      <ProofPlace ahead={false} />
      <Button type="submit" tone="action" busy={proving.isPending} className="w-full">
        {words.submit}
      </Button>
      <div className="flex flex-wrap justify-between gap-x-2">
        <Button tone="quiet" className="-mx-3 px-3" onClick={() => go(start)}>
          {words.back}
        </Button>
        {to !== undefined && sent && (
          <Button tone="quiet" className="-mx-3 px-3" busy={sending.isPending} onClick={() => sending.mutate()}>
            {words.again[to]}
          </Button>
        )}
      </div>
    </form>
  )
}
