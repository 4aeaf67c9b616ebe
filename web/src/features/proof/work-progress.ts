import { useSyncExternalStore } from 'react'

/** Work that somebody waits for. */
export interface WorkProgress {
  /** From 0 to 1. */
  readonly share: number
  readonly cancel: () => void
}

let progress: WorkProgress | null = null
const listeners = new Set<() => void>()

/** Tells the forms how far the work has come that the fan waits for; `null`: nobody waits. */
export function showProgress(next: WorkProgress | null): void {
  progress = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useWorkProgress(): WorkProgress | null {
  return useSyncExternalStore(subscribe, () => progress)
}
