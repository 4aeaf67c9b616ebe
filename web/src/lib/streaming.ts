import { useSyncExternalStore } from 'react'

/** What a screen follows: the home list, or a match by its id. */
export type LiveTopic = 'home' | number

const NOTHING: ReadonlySet<LiveTopic> = new Set()
let streamed = NOTHING
const listeners = new Set<() => void>()

/** The stream tells which topics it brings news of at the moment. */
export function setStreamed(topics: ReadonlySet<LiveTopic> = NOTHING): void {
  if (topics === streamed) return
  streamed = topics
  for (const listener of listeners) listener()
}

/** Whether news of the topic comes by itself. */
export function useStreamed(topic: LiveTopic | null): boolean {
  return useSyncExternalStore(
    subscribe,
    () => topic !== null && streamed.has(topic),
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
