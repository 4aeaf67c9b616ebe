import { useQueryClient } from '@tanstack/react-query'
import { stages } from '@tribune/french/sentences/account.ts'
import { useEffect, useEffectEvent } from 'react'
import { meQuery, useFan } from '../../../data/session.ts'
import { onReturn } from '../../../lib/device/platform.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { SignInPanel } from './sign-in-panel.tsx'
import { useSignIn } from './use-sign-in.ts'

interface SignInDialogProps {
  readonly open: boolean
  /** Why the dialog opens, in the words of the screen that opens it. */
  readonly title: string
  readonly description: string
  /** Path that the mail's link leads back to. */
  readonly back: string
  readonly opening?: string | null
  /** Sentence about what follows once the confirmation mail's link has been opened. */
  readonly afterwards: string
  /** Called once the fan is signed in, here or in another tab. */
  readonly onSignedIn: () => void
  /** Called if it is closed without signing in; `waiting` is true if a confirmation mail has been sent. */
  readonly onClose: (waiting: boolean) => void
}

/** The sign-in dialog. Closes once a fan is signed in, even in another tab. */
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
  const signedIn = useEffectEvent(() => {
    // The session may end while the screen is open: the dialog then opens as at first.
    form.go(form.start)
    events.onSignedIn()
  })
  useEffect(() => {
    if (open && fan != null) signedIn()
  }, [open, fan])
  useRefreshOnReturn(open)
  const heading = form.stage === form.start ? { title, intro: description } : stages[form.stage]
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || events.onClose(form.stage === 'confirm' || form.stage === 'linkSent')}
      title={heading.title}
      {...(heading.intro === null ? {} : { description: heading.intro })}
    >
      <SignInPanel form={form} afterwards={afterwards} />
    </Dialog>
  )
}

/** Reads the fan again when they return to this tab, because they may have opened the mail's link in another one. */
function useRefreshOnReturn(open: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!open) return
    return onReturn(() => client.invalidateQueries(meQuery))
  }, [open, client])
}
