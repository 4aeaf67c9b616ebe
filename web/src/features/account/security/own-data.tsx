import { useQueryClient } from '@tanstack/react-query'
import { accountMessages, profile, ownData as words } from '@tribune/french/sentences/account.ts'
import { Download, LogOut, Trash2 } from 'lucide'
import { useState } from 'react'
import { allDrafts } from '../../../data/ballots/ballot-drafts.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { toast } from '../../../lib/state/toast.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ROWS, SettingsRow, SettingsSection } from '../../../ui/settings.tsx'
import { signOut } from '../leaving-calls.ts'
import { DeletionDialog } from './deletion-dialog.tsx'

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
