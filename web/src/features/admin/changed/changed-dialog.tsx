import { hour, shortDay } from '@tribune/french/format/dates.ts'
import { changed as words } from '@tribune/french/sentences/operator/area.ts'
import { useEffect } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { showChange, useShownChange } from './change-store.ts'
import { changedRows } from './changed-rows.ts'

/** Shows what has changed since the operator saw it, when and by whom: nothing is stored, and they decide again on what is there now. */
export function ChangedDialog() {
  const change = useShownChange()
  const close = () => showChange(null)
  useEffect(() => () => showChange(null), [])
  if (change === null) return null
  const { current, changed_at: at, by } = change
  const moment = at === null ? null : words.moment(shortDay(at), hour(at))
  return (
    <Dialog
      open
      onOpenChange={close}
      title={words.title}
      description={words.consequence(words.by[by], moment, current === null)}
    >
      <dl className="mb-4 flex flex-col gap-1">
        {changedRows(change).map(({ name, text }) => (
          <div key={name} className="flex flex-wrap gap-x-2">
            <dt className="text-quiet">{name}</dt>
            <dd className="figures font-bold [overflow-wrap:anywhere]">{text}</dd>
          </div>
        ))}
      </dl>
      <div className="flex justify-end">
        <Button tone="action" onClick={close}>
          {words.close}
        </Button>
      </div>
    </Dialog>
  )
}
