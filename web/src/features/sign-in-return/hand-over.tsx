import { useQueryClient } from '@tanstack/react-query'
import type { Fan } from '@tribune/contract/accounts.ts'
import { Smartphone } from 'lucide'
import { useState } from 'react'
import { accountMessages, handover as words } from '../../i18n/fr-account.ts'
import { leaveFor } from '../../lib/device/leaving.ts'
import { errorHaptic } from '../../lib/device/platform.ts'
import { messageOf } from '../../lib/http/api-error.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { mustSignInAgain } from '../account/account-rules.ts'
import { askAppCode, identitiesQuery, signOut, wayToApp } from '../account/api.ts'
import { fanName } from '../profile/fan-name.ts'
import { SignInAgain } from '../security/sign-in-again.tsx'
import { FormMessage } from '../sign-in/form-message.tsx'
import { type Handover, handoverPath } from './app-handover.ts'

interface HandOverProps {
  readonly handover: Handover
  readonly fan: Fan
  /** The app was given its code: the address that opens it. */
  readonly onSent: (address: string) => void
  readonly onDeclined: () => void
  /** Somebody else signs in, in whatever way. */
  readonly onOther: () => void
}

/**
 * The signed-in fan is asked before the app goes on as them, always: an address alone, whoever made it, never gets a code. Phones open apps
 * after a tap only, too.
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
      if (mustSignInAgain(error)) {
        // Whether they have a password decides how that begins.
        await client.prefetchQuery(identitiesQuery)
        setAgain(true)
      } else setProblem(accountMessages.other(messageOf(error)))
      setBusy(false)
    }
  }
  const open = () =>
    during(async () => {
      const address = wayToApp(handover, { code: await askAppCode(handover) })
      onSent(address)
      leaveFor(address)
    })
  const decline = () =>
    during(async () => {
      if (handover.alone) await signOut(client)
      onDeclined()
      leaveFor(wayToApp(handover, { error: 'access_denied' }))
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

/** The app is on its way to the front. Some phones want one more tap. */
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
