import { useState } from 'react'
import { Waiting } from '../../ui/waiting.tsx'

/** The loading state of a tab, as high as the screen: what is below the tabs comes into view only at its final place. */
export function TabWaiting() {
  return (
    <div className="min-h-dvh">
      <Waiting />
    </div>
  )
}

/**
 * Returns whether all of these reads have answered or failed once. A tab waits for them together, so that no part pushes another away from under the
 * operator's finger; a part that is tried again later waits for itself alone.
 */
export function useAllAnswered(reads: readonly { readonly isPending: boolean }[]): boolean {
  const [wereAnswered, setAnswered] = useState(false)
  const areAnswered = wereAnswered || reads.every(({ isPending }) => !isPending)
  if (areAnswered && !wereAnswered) setAnswered(true)
  return areAnswered
}
