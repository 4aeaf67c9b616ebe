import { useQueryClient } from '@tanstack/react-query'
import { accountMessages, ownData, profile as words } from '@tribune/french/sentences/account.ts'
import { LogOut } from 'lucide'
import { useState } from 'react'
import { allDrafts } from '../../../data/ballots/ballot-drafts.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { toast } from '../../../lib/state/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { SettingsRow } from '../../../ui/settings.tsx'
import { signOut } from '../leaving-calls.ts'

/** Ends the session of this device. Where ballots wait for a network, says first that this erases them, and asks again. */
export function SignOutRow() {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [lost, setLost] = useState(0)
  const leave = async () => {
    setBusy(true)
    try {
      await signOut(client)
      // The form is at the top of what takes the place of a longer page.
      window.scrollTo(0, 0)
      toast(words.signedOut)
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
      {...ownData.session}
      below={
        lost > 0 && (
          <>
            <p role="alert">{words.signOutErases(lost)}</p>
            <Button onClick={() => setLost(0)}>{words.staySignedIn}</Button>
          </>
        )
      }
    >
      <Button busy={busy} onClick={press}>
        {words.signOut}
      </Button>
    </SettingsRow>
  )
}
