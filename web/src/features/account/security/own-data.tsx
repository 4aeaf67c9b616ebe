import { ownData as words } from '@tribune/french/sentences/account.ts'
import { Download, Trash2 } from 'lucide'
import { useState } from 'react'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ROWS, SettingsRow, SettingsSection } from '../../../ui/settings.tsx'
import { DeletionDialog } from './deletion-dialog.tsx'
import { SignOutRow } from './sign-out-row.tsx'

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
