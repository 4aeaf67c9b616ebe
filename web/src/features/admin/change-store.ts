import { createAtom, useSelector } from '@tanstack/react-store'
import type { Change } from '@tribune/contract/errors.ts'

/** A change that an act was refused for: the state that the operator saw, and the present one. */
export interface ShownChange extends Change {
  readonly seen: unknown
  readonly names?: ReadonlyMap<string, string> | undefined
}

const shown = createAtom<ShownChange | null>(null)

export const showChange = (change: ShownChange | null): void => shown.set(change)
export const useShownChange = () => useSelector(shown)
