import { Suspense } from 'react'
import { decoration } from './decoration.ts'
import type { PulledMarkProps } from './pulled-mark.tsx'

const PulledMark = decoration(async () => (await import('./pulled-mark.tsx')).PulledMark)

/** Pull to refresh. Its code loads after the screen, because no fan pulls before. */
export function PullToRefresh(props: PulledMarkProps) {
  return (
    <Suspense>
      <PulledMark {...props} />
    </Suspense>
  )
}
