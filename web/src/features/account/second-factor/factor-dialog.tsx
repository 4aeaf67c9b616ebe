import { useMutation, useQueryClient } from '@tanstack/react-query'
import { canRelyOnSentCodes } from '@tribune/domain/fans/second-proof.ts'
import { factor as words } from '@tribune/french/sentences/account/second-factor.ts'
import { accountMessages, signInAgain, signIn as signInWords } from '@tribune/french/sentences/account.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import { encode } from 'uqr'
import { meQuery, useFan } from '../../../data/session.ts'
import { errorHaptic } from '../../../lib/device/platform.ts'
import { copyText } from '../../../lib/device/platform-sharing.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { toast } from '../../../lib/state/toast.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { PasswordField } from '../../../ui/text-field.tsx'
import { codeOf, factorCodeProblem, mustSignInAgain } from '../account-rules.ts'
import { AgainForm, MethodsUnread, useHasPassword } from '../security/sign-in-again.tsx'
import { CodeField, FormMessage } from '../sign-in/form-fields.tsx'
import { changeFactor, type FactorChange, type FactorSecrets, proveFactor, requestFactorCode } from './factor-calls.ts'

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

interface FactorSetupProps {
  /** The address for the fan's app; null once a code has been sent instead. */
  readonly uri: string | null
  readonly onSent: () => void
  readonly onProven: () => void
}

/** Adds a second factor: an app that scans a QR code, or sent codes for fans without one. */
function FactorSetup({ uri, onSent, onProven }: FactorSetupProps) {
  if (uri === null) return <ProofForm kind="sent" label={words.sentCode} onProven={onProven} />
  return (
    <>
      <Scan uri={uri} onProven={onProven} />
      <BySms onSent={onSent} />
    </>
  )
}

function Scan({ uri, onProven }: { readonly uri: string; readonly onProven: () => void }) {
  return (
    <ProofForm kind="app" label={words.appCode} onProven={onProven}>
      <QrCode text={uri} label={words.qrLabel} />
      <div className="flex flex-col items-center gap-1 text-center">
        <a href={uri} className={buttonClass('quiet')}>
          {words.openApp}
        </a>
        <p className="text-sm text-quiet">{words.orType}</p>
        <p className="[overflow-wrap:anywhere] select-all">{secretIn(uri)}</p>
      </div>
    </ProofForm>
  )
}

/** Sent codes, for fans without an app: to their phone, or to their mailbox if the phone was the first proof. */
function BySms({ onSent }: { readonly onSent: () => void }) {
  const fan = useFan()
  const { mutate, isPending } = useMutation({
    mutationFn: requestFactorCode,
    onSuccess: onSent,
    onError: (cause) => toast(accountMessages.other(messageOf(cause)), 'error'),
  })
  const isReachable = fan != null && canRelyOnSentCodes({ phone: fan.phone !== null, email: fan.email_verified })
  if (!isReachable) return null
  return (
    <Button tone="quiet" className="mt-2 w-full" busy={isPending} onClick={() => mutate()}>
      {words.bySms}
    </Button>
  )
}

interface ProofFormProps {
  readonly kind: 'app' | 'sent'
  readonly label: string
  readonly onProven: () => void
  /** Instructions for getting the code. */
  readonly children?: ReactNode
}

/** Asks for the first code, which enables the second factor. */
function ProofForm({ kind, label, onProven, children }: ProofFormProps) {
  const client = useQueryClient()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: () => proveFactor(code, kind),
    onSuccess: () => {
      // The recovery codes wait for no read: they are shown only once.
      onProven()
      void client.invalidateQueries()
    },
    onError: (cause) => {
      errorHaptic()
      setProblem(accountMessages.other(messageOf(cause)))
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    const wrong = factorCodeProblem(code)
    setProblem(wrong)
    if (wrong === null) mutate()
  }
  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-4">
      {children}
      <CodeField label={label} value={code} onChange={setCode} error={problem} />
      <Button type="submit" tone="action" busy={isPending}>
        {words.activate}
      </Button>
    </form>
  )
}

/** Returns the secret of an app's address in groups of four, for typing. */
function secretIn(uri: string): string {
  const secret = new URLSearchParams(uri.slice(uri.indexOf('?'))).get('secret') ?? ''
  return secret.replace(/(.{4})(?=.)/g, '$1 ')
}

interface QrCodeProps {
  readonly text: string
  readonly label: string
}

const QUIET = 4

/** A QR code, dark on light in both themes, as cameras expect. */
function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { border: QUIET })
  const dots = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto block w-full max-w-[200px] rounded-inner"
    >
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={dots.join('')} fill="#000" />
    </svg>
  )
}
