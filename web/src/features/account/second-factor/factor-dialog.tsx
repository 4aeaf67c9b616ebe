import { useMutation, useQueryClient } from '@tanstack/react-query'
import { factor as words } from '@tribune/french/sentences/account/second-factor.ts'
import { accountMessages, signInAgain, signIn as signInWords } from '@tribune/french/sentences/account.ts'
import { type FormEvent, useState } from 'react'
import { meQuery } from '../../../data/session.ts'
import { errorHaptic } from '../../../lib/device/platform.ts'
import { copyText } from '../../../lib/device/platform-sharing.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { toast } from '../../../lib/state/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { PasswordField } from '../../../ui/text-field.tsx'
import { codeOf, mustSignInAgain } from '../account-rules.ts'
import { MethodsUnread, useHasPassword } from '../security/methods-unread.tsx'
import { AgainForm } from '../security/sign-in-again.tsx'
import { FormMessage } from '../sign-in/form-fields.tsx'
import { changeFactor, type FactorChange, type FactorSecrets } from './factor-calls.ts'
import { FactorSetup } from './factor-setup.tsx'

interface FactorDialogProps {
  /** The change to make; null while the dialog is closed. */
  readonly change: FactorChange | null
  readonly onClose: () => void
}

type Step = 'begin' | 'again' | 'scan' | 'sent' | 'codes'

/** Adds or removes a second factor, or creates new recovery codes. Each requires the password and a fresh session. */
export function FactorDialog({ change, onClose }: FactorDialogProps) {
  const [step, setStep] = useState<Step>('begin')
  const [secrets, setSecrets] = useState<FactorSecrets>({})
  const close = () => {
    onClose()
    setStep('begin')
    setSecrets({})
  }
  const begun = (got: FactorSecrets) => {
    setSecrets(got)
    if (change === 'disable') {
      toast(words.disabled)
      close()
    } else setStep(got.totpURI === undefined ? 'codes' : 'scan')
  }
  const { title, text } = { ...words, begin: words.begin[change ?? 'enable'], again: signInAgain }[step]
  return (
    <Dialog open={change !== null} onOpenChange={(next) => next || close()} title={title} description={text}>
      {step === 'begin' && change !== null && (
        <Begin change={change} onBegun={begun} onStale={() => setStep('again')} onCancel={close} />
      )}
      {step === 'again' && <AgainForm onSignedIn={() => setStep('begin')} />}
      {(step === 'scan' || step === 'sent') && (
        <FactorSetup
          uri={step === 'scan' ? (secrets.totpURI ?? '') : null}
          onSent={() => setStep('sent')}
          onProven={() => setStep('codes')}
        />
      )}
      {step === 'codes' && <Codes codes={secrets.backupCodes ?? []} onDone={close} />}
    </Dialog>
  )
}

interface BeginProps {
  readonly change: FactorChange
  readonly onBegun: (secrets: FactorSecrets) => void
  readonly onStale: () => void
  readonly onCancel: () => void
}

function Begin({ change, onBegun, onStale, onCancel }: BeginProps) {
  const hasPassword = useHasPassword()
  const client = useQueryClient()
  const [password, setPassword] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => changeFactor(change, hasPassword === true ? password : null),
    onSuccess: async (secrets) => {
      if (change === 'disable') await client.invalidateQueries(meQuery)
      onBegun(secrets)
    },
    onError: (cause) => {
      errorHaptic()
      if (mustSignInAgain(cause)) onStale()
    },
  })
  if (hasPassword === undefined) return <MethodsUnread />
  const atPassword = hasPassword && codeOf(error) === 'invalid_password'
  const text = error === null ? null : accountMessages.other(messageOf(error))
  const send = (event: FormEvent) => {
    event.preventDefault()
    mutate()
  }
  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-4">
      <FormMessage message={text === null || atPassword ? null : { good: false, text }} />
      {hasPassword && (
        <PasswordField
          name="password"
          autoComplete="current-password"
          required
          label={signInWords.password}
          showLabel={signInWords.show}
          hideLabel={signInWords.hide}
          value={password}
          onChange={setPassword}
          error={atPassword ? text : null}
        />
      )}
      <div className="flex flex-col gap-2">
        <Button type="submit" tone={change === 'disable' ? 'danger' : 'action'} busy={isPending}>
          {words.begin[change].action}
        </Button>
        <Button onClick={onCancel}>{words.cancel}</Button>
      </div>
    </form>
  )
}

function Codes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const copy = async () => toast((await copyText(codes.join('\n'))) ? words.copied : words.notCopied)
  return (
    <div className="flex flex-col gap-4">
      <ul className="grid grid-cols-2 gap-2 rounded-inner bg-raised figures p-3 text-center">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <Button onClick={copy}>{words.copy}</Button>
      <Button tone="action" onClick={onDone}>
        {words.saved}
      </Button>
    </div>
  )
}
