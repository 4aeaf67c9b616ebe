import { createAtom, useSelector } from '@tanstack/react-store'
import { TOAST_MS } from '@tribune/domain/refresh.ts'

/** What a toast is about: it decides how long it stays. */
export type ToastKind = keyof typeof TOAST_MS

interface Toast {
  readonly id: number
  readonly text: string
  readonly kind: ToastKind
}

/** More than this at once would hide the screen; the oldest gives way. */
const MOST_AT_ONCE = 2

const toasts = createAtom<readonly Toast[]>([])
let lastId = 0

/** Tells the fan something in passing. The same sentence twice in a row replaces itself. */
export function toast(text: string, kind: ToastKind = 'generic'): void {
  lastId += 1
  const id = lastId
  const others = toasts.get().filter((shown) => shown.text !== text)
  toasts.set([...others, { id, text, kind }].slice(-MOST_AT_ONCE))
  setTimeout(() => dismissToast(id), TOAST_MS[kind])
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((shown) => shown.id !== id))
}

export function useToasts(): readonly Toast[] {
  return useSelector(toasts)
}
