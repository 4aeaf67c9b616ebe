import { useQueryClient } from '@tanstack/react-query'
import { APP_CALLBACK } from '@tribune/contract/account-constants.ts'
import type { Fan, makeAppCode } from '@tribune/contract/accounts.ts'
import { accountMessages, handover as words } from '@tribune/french/sentences/account.ts'
import { Smartphone } from 'lucide'
import { useState } from 'react'
import { navigateTo } from '../../../lib/device/leaving.ts'
import { errorHaptic } from '../../../lib/device/platform.ts'
import { call } from '../../../lib/http/api.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { mustSignInAgain } from '../account-rules.ts'
import { signOut } from '../leaving-calls.ts'
import { fanName } from '../profile/fan-words.ts'
import { SignInAgain } from '../security/sign-in-again.tsx'
import { FormMessage } from '../sign-in/form-fields.tsx'
import { type Handover, handoverPath } from './profile-address.ts'

interface HandOverProps {
  readonly handover: Handover
  readonly fan: Fan
  /** Called with the address that opens the app, which contains its code. */
  readonly onSent: (address: string) => void
  readonly onDeclined: () => void
  /** Called if another fan wants to sign in. */
  readonly onOther: () => void
}

/**
 * Always asks the signed-in fan before the app continues as them, so that an address alone never gets a code, no matter where it comes from. Besides, phones
 * open apps only after a tap.
 */
export function HandOver({ handover, fan, onSent, onDeclined, onOther }: HandOverProps) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [again, setAgain] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const during = async (work: () => Promise<void>) => {
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      errorHaptic()
      if (mustSignInAgain(error)) setAgain(true)
      else setProblem(accountMessages.other(messageOf(error)))
      setBusy(false)
    }
  }
  const open = () =>
    during(async () => {
      const address = appAddress(handover, { code: await askAppCode(handover) })
      onSent(address)
      navigateTo(address)
    })
  const decline = () =>
    during(async () => {
      if (handover.alone) await signOut(client)
      onDeclined()
      navigateTo(appAddress(handover, { error: 'access_denied' }))
    })
  const change = () =>
    during(async () => {
      onOther()
      await signOut(client)
    })
  return (
    <section className="mx-auto flex max-w-[440px] flex-col gap-3">
      <h2 className="text-xl">{words.title}</h2>
      <p className="mb-2 text-quiet [overflow-wrap:anywhere]">{words.text(fanName(fan))}</p>
      <FormMessage message={problem === null ? null : { good: false, text: problem }} />
      <Button tone="action" busy={busy} onClick={open}>
        <Icon of={Smartphone} size={18} />
        {words.open}
      </Button>
      <Button busy={busy} onClick={change}>
        {words.other}
      </Button>
      <Button tone="quiet" busy={busy} onClick={decline}>
        {words.decline}
      </Button>
      <SignInAgain then={again ? open : null} back={handoverPath(handover)} onClose={() => setAgain(false)} />
    </section>
  )
}

interface HandedOverProps {
  readonly address: string
  readonly alone: boolean
  readonly onDone: () => void
}

/** Shown while the app opens. Some phones require another tap. */
export function HandedOver({ address, alone, onDone }: HandedOverProps) {
  return (
    <section className="mx-auto flex max-w-[440px] flex-col gap-3">
      <h2 className="text-xl">{words.sentTitle}</h2>
      <p className="mb-2 text-quiet" role="status">
        {words.sent} {alone ? words.forgotten : words.remembered}
      </p>
      <a className={buttonClass('action')} href={address}>
        <Icon of={Smartphone} size={18} />
        {words.open}
      </a>
      <Button onClick={onDone}>{words.done}</Button>
    </section>
  )
}

/** Requests a code with which the native app opens a session of its own. */
async function askAppCode({ challenge, alone }: Handover): Promise<string> {
  const body = { challenge, alone }
  const { code } = await call<typeof makeAppCode>('POST', '/api/me/app-code', { body })
  return code
}

/** Returns the address that opens the native app, with its code or with an error. */
function appAddress({ challenge }: Handover, answer: { readonly code: string } | { readonly error: string }): string {
  return `${APP_CALLBACK}?${new URLSearchParams({ ...answer, app: challenge })}`
}
