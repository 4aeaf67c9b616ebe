import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { DELETION_REDIRECT_MS } from '@tribune/domain/refresh.ts'
import { type FormEvent, useState } from 'react'
import { signIn, deletion as words } from '../../i18n/fr-account.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { errorHaptic } from '../../lib/platform.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PasswordField } from '../../ui/text-field.tsx'
import { deleteAccount, forgetFan } from './api.ts'
import { FormMessage } from './form-message.tsx'

interface DeletionWindowProps {
  readonly open: boolean
  readonly onClose: () => void
}

type Step = 'warning' | 'final' | 'done'

/** Two confirmations, then the account is gone, and the fan is on the home page (spec section 4). */
export function DeletionWindow({ open, onClose }: DeletionWindowProps) {
  const [step, setStep] = useState<Step>('warning')
  const client = useQueryClient()
  const navigate = useNavigate()
  const leave = () => {
    setStep('done')
    setTimeout(async () => {
      await navigate({ to: '/' })
      forgetFan(client)
    }, DELETION_REDIRECT_MS)
  }
  const close = () => {
    if (step === 'done') return
    onClose()
    setStep('warning')
  }
  const { title, text } = words.steps[step]
  return (
    <Dialog open={open} onOpenChange={(next) => next || close()} title={title} description={text}>
      {step === 'warning' && (
        <div className="flex flex-col gap-2">
          <Button tone="danger" onClick={() => setStep('final')}>
            {words.goOn}
          </Button>
          <Button onClick={close}>{words.cancel}</Button>
        </div>
      )}
      {step === 'final' && <FinalForm onCancel={close} onDeleted={leave} />}
    </Dialog>
  )
}

/** The last word; who signed in long ago gives his password with it. */
function FinalForm({ onCancel, onDeleted }: { readonly onCancel: () => void; readonly onDeleted: () => void }) {
  const [password, setPassword] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ readonly atPassword: boolean; readonly text: string } | null>(null)
  const refuse = (error: unknown) => {
    errorHaptic()
    const code = error instanceof ApiError ? error.code : ''
    if (code === 'sign_in_again') setPassword('')
    const text = words.failed(code === 'not_authenticated' ? words.noSession : messageOf(error))
    setProblem({ atPassword: code === 'wrong_password', text: code === 'sign_in_again' ? words.proveIt : text })
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      await deleteAccount(password)
      onDeleted()
    } catch (error) {
      refuse(error)
      setBusy(false)
    }
  }
  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-4">
      <FormMessage message={problem === null || problem.atPassword ? null : { good: false, text: problem.text }} />
      {password !== null && (
        <PasswordField
          name="password"
          autoComplete="current-password"
          label={signIn.password}
          showLabel={signIn.show}
          hideLabel={signIn.hide}
          value={password}
          onChange={setPassword}
          error={problem?.atPassword ? problem.text : null}
        />
      )}
      <div className="flex flex-col gap-2">
        <Button type="submit" tone="danger" busy={busy}>
          {busy ? words.deleting : words.confirm}
        </Button>
        <Button onClick={onCancel}>{words.cancel}</Button>
      </div>
    </form>
  )
}
