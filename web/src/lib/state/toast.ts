import { createAtom, useSelector } from '@tanstack/react-store'
import { TOAST_MS } from '../limits.ts'

/** Kind of a toast, which decides how long it stays. */
export type ToastKind = keyof typeof TOAST_MS

interface Toast {
  readonly id: number
  readonly text: string
  readonly kind: ToastKind
}

/** More toasts would cover the screen: the oldest is dismissed. */
const MAX_AT_ONCE = 2

const toasts = createAtom<readonly Toast[]>([])
let lastId = 0

/** Shows a toast. Replaces one with the same sentence. */
export function toast(text: string, kind: ToastKind = 'generic'): void {
  lastId += 1
  const id = lastId
  const others = toasts.get().filter((shown) => shown.text !== text)
  toasts.set([...others, { id, text, kind }].slice(-MAX_AT_ONCE))
  setTimeout(() => dismissToast(id), TOAST_MS[kind])
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((shown) => shown.id !== id))
}

export function useToasts(): readonly Toast[] {
  return useSelector(toasts)
}
