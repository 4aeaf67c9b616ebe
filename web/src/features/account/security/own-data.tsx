import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { accountMessages, deletion, profile, signInAgain, ownData as words } from '@tribune/french/sentences/account.ts'
import { Download, LogOut, Trash2 } from 'lucide'
import { useState } from 'react'
import { allDrafts } from '../../../data/ballots/ballot-drafts.ts'
import { errorHaptic } from '../../../lib/device/platform.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { DELETION_REDIRECT_MS } from '../../../lib/limits.ts'
import { toast } from '../../../lib/state/toast.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ROWS, SettingsRow, SettingsSection } from '../../../ui/settings.tsx'
import { deletionProblem, isSignedOut, mustSignInAgain } from '../account-rules.ts'
import { deleteAccount, forgetInCache, forgetOnPhone, signOut } from '../leaving-calls.ts'
import { FormMessage } from '../sign-in/form-fields.tsx'
import { AgainForm } from './sign-in-again.tsx'

/** Exports the fan's data as a file, ends their session, or deletes their account. */
export function OwnData() {
  const [deleting, setDeleting] = useState(false)
  const { data, account } = words
  return (
    <SettingsSection title={words.title}>
      <ul className={ROWS}>
        <SettingsRow mark={<Icon of={Download} size={20} />} name={data.name} note={data.note}>
          <a href="/api/me/data" download aria-label={data.label} className={buttonClass('plain')}>
            {data.action}
          </a>
        </SettingsRow>
        <SignOutRow />
        <SettingsRow mark={<Icon of={Trash2} size={20} />} name={account.name} note={account.note}>
          <Button tone="danger" aria-label={account.label} onClick={() => setDeleting(true)}>
            {account.action}
          </Button>
        </SettingsRow>
      </ul>
      <DeletionDialog open={deleting} onClose={() => setDeleting(false)} />
    </SettingsSection>
  )
}

/** Ends the session of this device. Where ballots wait for a network, says first that this erases them, and asks again. */
function SignOutRow() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [lost, setLost] = useState(0)
  const leave = async () => {
    setBusy(true)
    try {
      await signOut(client)
      // The form is at the top of what takes the place of a longer page.
      window.scrollTo(0, 0)
      toast(profile.signedOut)
    } catch (error) {
      toast(accountMessages.other(messageOf(error)), 'error')
      setBusy(false)
    }
  }
  const press = () => {
    const waiting = allDrafts().length
    if (waiting > lost) setLost(waiting)
    else void leave()
  }
  return (
    <SettingsRow
      mark={<Icon of={LogOut} size={20} />}
      {...words.session}
      below={
        lost > 0 && (
          <>
            <p role="alert">{profile.signOutErases(lost)}</p>
            <Button onClick={() => setLost(0)}>{profile.staySignedIn}</Button>
          </>
        )
      }
    >
      <Button busy={busy} onClick={press}>
        {profile.signOut}
      </Button>
    </SettingsRow>
  )
}

interface DeletionDialogProps {
  readonly open: boolean
  readonly onClose: () => void
}

type Step = 'warning' | 'final' | 'again' | 'done'

/**
 * Deletes the account after two confirmations, with a sign-in between them if the session is not fresh, then shows the home page (spec section 4).
 */
function DeletionDialog({ open, onClose }: DeletionDialogProps) {
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
  const { title, text } = step === 'again' ? signInAgain : deletion.steps[step]
  return (
    <Dialog open={open} onOpenChange={(next) => next || close()} title={title} description={text}>
      {step === 'warning' && (
        <div className="flex flex-col gap-2">
          <Button tone="danger" onClick={() => setStep('final')}>
            {deletion.goOn}
          </Button>
          <Button onClick={close}>{deletion.cancel}</Button>
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
    const sentence = deletion.failed(deletionProblem(error))
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
          {busy ? deletion.deleting : deletion.confirm}
        </Button>
        <Button onClick={onCancel}>{deletion.cancel}</Button>
      </div>
    </div>
  )
}
