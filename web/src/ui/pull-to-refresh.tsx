import { lazy, Suspense } from 'react'
import type { PulledMarkProps } from './pulled-mark.tsx'

const PulledMark = lazy(async () => ({ default: (await import('./pulled-mark.tsx')).PulledMark }))

/** Pull to refresh. Its code comes after the screen: nobody pulls at what is not there yet. */
export function PullToRefresh(props: PulledMarkProps) {
  return (
    <Suspense>
      <PulledMark {...props} />
    </Suspense>
  )
}
