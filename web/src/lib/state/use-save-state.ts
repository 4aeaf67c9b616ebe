import { useEffect, useState } from 'react'
import { TOAST_MS } from '../limits.ts'

/** Outcome of the latest save of a setting. */
export interface SaveState {
  readonly good: boolean
  /** A sentence of its own, if it has one. */
  readonly text?: string | undefined
}

/** The latest save among settings that are shown together. */
interface SaveStates<Name> {
  /** Returns what to show next to a setting, or null. */
  readonly of: (name: Name) => SaveState | null
  /** Shows that a setting is saved, for a moment, or that it is not, until the next change. */
  readonly show: (name: Name, good: boolean, text?: string) => void
  /** Removes the last message, so that the same one is announced again. */
  readonly clear: () => void
}

export function useSaveState<Name>(): SaveStates<Name> {
  const [last, setLast] = useState<(SaveState & { readonly name: Name }) | null>(null)
  useEffect(() => {
    if (last?.good !== true) return
    const timer = setTimeout(() => setLast(null), TOAST_MS.generic)
    return () => clearTimeout(timer)
  }, [last])
  return {
    of: (name) => (last?.name === name ? last : null),
    show: (name, good, text) => setLast({ name, good, text }),
    clear: () => setLast(null),
  }
}
