import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { signInAgain, deletion as words } from '@tribune/french/sentences/account.ts'
import { useState } from 'react'
import { errorHaptic } from '../../../lib/device/platform.ts'
import { DELETION_REDIRECT_MS } from '../../../lib/limits.ts'
import { toast } from '../../../lib/state/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { deletionProblem, isSignedOut, mustSignInAgain } from '../account-rules.ts'
import { deleteAccount, forgetInCache, forgetOnPhone } from '../leaving-calls.ts'
import { FormMessage } from '../sign-in/form-message.tsx'
import { AgainForm } from './sign-in-again.tsx'

interface DeletionDialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

type Step = 'warning' | 'final' | 'again' | 'done'

/**
 * Deletes the account after two confirmations, with a sign-in between them if the session is not fresh, then shows the home page (spec section 4).
 */
export function DeletionDialog({ open, onClose }: DeletionDialogProps) {
  const [step, setStep] = useState<Step>('warning')
  const client = useQueryClient()
  const navigate = useNavigate()
  const leave = () => {
    forgetOnPhone()
    setStep('done')
    setTimeout(async () => {
      await navigate({ to: '/' })
      forgetInCache(client)
    }, DELETION_REDIRECT_MS)
  }
  const close = () => {
    if (step === 'done') return
    onClose()
    setStep('warning')
  }
  const { title, text } = step === 'again' ? signInAgain : words.steps[step]
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
      {step === 'final' && <FinalStep onCancel={close} onStale={() => setStep('again')} onDeleted={leave} />}
      {step === 'again' && <AgainForm onSignedIn={() => setStep('final')} />}
    </Dialog>
  )
}

interface FinalStepProps {
  readonly onCancel: () => void
  readonly onStale: () => void
  readonly onDeleted: () => void
}

/** The last confirmation. */
function FinalStep({ onCancel, onStale, onDeleted }: FinalStepProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const refuse = (error: unknown) => {
    errorHaptic()
    if (mustSignInAgain(error)) return onStale()
    const sentence = words.failed(deletionProblem(error))
    // Without a session this dialog ends with the profile.
    if (isSignedOut(error)) toast(sentence, 'error')
    else setProblem(sentence)
  }
  const send = async () => {
    setBusy(true)
    try {
      await deleteAccount()
      onDeleted()
    } catch (error) {
      refuse(error)
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-col gap-4">
      <FormMessage message={problem === null ? null : { good: false, text: problem }} />
      <div className="flex flex-col gap-2">
        <Button tone="danger" busy={busy} onClick={send}>
          {busy ? words.deleting : words.confirm}
        </Button>
        <Button onClick={onCancel}>{words.cancel}</Button>
      </div>
    </div>
  )
}
