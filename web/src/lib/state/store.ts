import { useSyncExternalStore } from 'react'

/** A value that lives outside of the screens, which are drawn again when it becomes another one. */
export interface Store<Value> {
  get(): Value
  set(next: Value): void
  /** Gives the way to stop. */
  subscribe(listener: () => void): () => void
}

export function createStore<Value>(first: Value): Store<Value> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      if (next === value) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The value of a store; while the app is built (first-paint.tsx), what it begins with. */
export function useStore<Value>({ subscribe, get }: Store<Value>): Value {
  return useSyncExternalStore(subscribe, get, get)
}
