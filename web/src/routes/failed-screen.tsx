import { lazy, Suspense, useEffect, useState } from 'react'
import { isOnline } from '../lib/device/platform.ts'
import { isMissingFile, mayReloadFix, recordReload, reloadNewest } from '../lib/offline/fresh-load.ts'
import { Waiting } from '../ui/waiting.tsx'
import { OutOfReach } from './out-of-reach.tsx'

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
