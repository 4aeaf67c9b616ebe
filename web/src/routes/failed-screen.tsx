import { unreachable } from '@tribune/french/sentences/app.ts'
import { lazy, Suspense, useEffect, useState } from 'react'
import { isOnline, onPresenceChange } from '../lib/device/platform.ts'
import { isMissingFile, mayReloadFix, recordReload, reloadNewest } from '../lib/offline/fresh-load.ts'
import { toast } from '../lib/state/toast.ts'
import { ErrorNotice } from '../ui/notice.tsx'
import { Waiting } from '../ui/waiting.tsx'

const CrashScreen = lazy(() =>
  import('./crash.tsx').then(
    (file) => ({ default: file.CrashScreen }),
    () => ({ default: OutOfReach }),
  ),
)

/** Replaces a screen that failed. Reloads the page by itself, once, if a deployment has removed a file of the running version. */
export function FailedScreen({ error }: { readonly error: unknown }) {
  const [mending, setMending] = useState(() => mayReloadFix(error))
  useEffect(() => {
    if (mending && recordReload(error)) reloadNewest()
    else setMending(false)
  }, [mending, error])
  if (mending) return <Waiting />
  if (!isOnline() && isMissingFile(error)) return <OutOfReach />
  return (
    <Suspense fallback={<Waiting />}>
      <CrashScreen error={error} />
    </Suspense>
  )
}

/** Replaces a screen whose files are not on the phone and cannot be fetched. Loads it as soon as there is a network again. */
function OutOfReach() {
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
