import { useSyncExternalStore } from 'react'

/** Progress of work that the fan waits for. */
export interface WorkProgress {
  /** From 0 to 1. */
  readonly share: number
  readonly cancel: () => void
}

let progress: WorkProgress | null = null
const listeners = new Set<() => void>()

/** Publishes to the forms the progress of the work that the fan waits for; `null` if there is none. */
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
