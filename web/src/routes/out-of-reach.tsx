import { unreachable } from '@tribune/french/sentences/app.ts'
import { useEffect } from 'react'
import { isOnline, onPresenceChange } from '../lib/device/platform.ts'
import { reloadNewest } from '../lib/offline/fresh-load.ts'
import { toast } from '../lib/state/toast.ts'
import { ErrorNotice } from '../ui/notice.tsx'

/** Replaces a screen whose files are not on the phone and cannot be fetched. Loads it as soon as there is a network again. */
export function OutOfReach() {
  useEffect(() => onPresenceChange(reloadOnline), [])
  return (
    <div className="gutter mt-4">
      <ErrorNotice
        message={unreachable.offline}
        onRetry={() => (isOnline() ? reloadNewest() : toast(unreachable.offline, 'error'))}
      />
    </div>
  )
}

/** Without a network, a reload would replace the app by a page of the browser. */
function reloadOnline(): void {
  if (isOnline()) reloadNewest()
}
