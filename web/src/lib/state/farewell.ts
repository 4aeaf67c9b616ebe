import { createAtom, useSelector } from '@tanstack/react-store'
import type { ReactNode } from 'react'

const farewell = createAtom<ReactNode>(null)

/** Leaves something for the screens that come after this one; null takes it away. */
export function leaveBehind(shown: ReactNode): void {
  farewell.set(shown)
}

/** Returns what the last screen has left. */
export function useFarewell(): ReactNode {
  return useSelector(farewell)
}
