import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { stages } from '../../i18n/fr-account.ts'
import { onReturn } from '../../lib/device/platform.ts'
import { meQuery, useFan } from '../../lib/http/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SignInPanel } from './sign-in-panel.tsx'
import { useSignIn } from './use-sign-in.ts'

interface SignInDialogProps {
  readonly open: boolean
  /** Why the window is there, in the words of the screen that opens it. */
  readonly title: string
  readonly description: string
  /** Path that the mail's link leads back to. */
  readonly back: string
  readonly opening?: string | null
  /** What happens once the confirmation mail's link has been opened. */
  readonly afterwards: string
  /** Signed in, here or in another tab. */
  readonly onSignedIn: () => void
  /** Closed without signing in; `waiting` when a confirmation mail is on its way. */
  readonly onClose: (waiting: boolean) => void
}

/** The sign-in window. It closes by itself once somebody is signed in, wherever that happened. */
export function SignInDialog({
  open,
  title,
  description,
  back,
  opening = null,
  afterwards,
  ...events
}: SignInDialogProps) {
  const form = useSignIn({ back, opening })
  const fan = useFan()
  const signedIn = useEffectEvent(events.onSignedIn)
  useEffect(() => {
    if (open && fan != null) signedIn()
  }, [open, fan])
  useLookAgain(open)
  const told = form.stage === 'signIn' ? { title, intro: description } : stages[form.stage]
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || events.onClose(form.stage === 'confirm' || form.stage === 'linkSent')}
      title={told.title}
      {...(told.intro === null ? {} : { description: told.intro })}
    >
      <SignInPanel form={form} afterwards={afterwards} />
    </Dialog>
  )
}

/** The link of the mail may have been opened in another tab: coming back to this one, who is signed in is asked again. */
function useLookAgain(open: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!open) return
    return onReturn(() => client.invalidateQueries(meQuery))
  }, [open, client])
}
