import { ownData as words } from '@tribune/french/sentences/account.ts'
import { Download, Trash2 } from 'lucide'
import { useState } from 'react'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { DeletionDialog } from './deletion-dialog.tsx'

/** Exports the fan's data as a file, or deletes their account. */
export function OwnData() {
  const [deleting, setDeleting] = useState(false)
  return (
    <section className="flex flex-col items-start gap-2">
      <h2 className="mb-1 text-lg">{words.title}</h2>
      <a href="/api/me/data" download className={buttonClass('plain')}>
        <Icon of={Download} size={18} />
        {words.download}
      </a>
      <Button tone="danger" onClick={() => setDeleting(true)}>
        <Icon of={Trash2} size={18} />
        {words.delete}
      </Button>
      <DeletionDialog open={deleting} onClose={() => setDeleting(false)} />
    </section>
  )
}
