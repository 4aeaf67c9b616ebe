import { createAtom, useSelector } from '@tanstack/react-store'
import { TOAST_MS } from '../limits.ts'

/** Kind of a toast, which decides how long it stays. */
export type ToastKind = keyof typeof TOAST_MS

interface Toast {
  readonly id: number
  readonly text: string
  readonly kind: ToastKind
  readonly onGone: (() => void) | undefined
}

/** More toasts would cover the screen: the oldest is dismissed. */
const MAX_AT_ONCE = 2

const toasts = createAtom<readonly Toast[]>([])
let lastId = 0

/** Shows a toast. Replaces one with the same sentence. `onGone` is called once it is off the screen. */
export function toast(text: string, kind: ToastKind = 'generic', onGone?: () => void): void {
  lastId += 1
  const id = lastId
  const others = toasts.get().filter((shown) => shown.text !== text)
  show([...others, { id, text, kind, onGone }].slice(-MAX_AT_ONCE))
  setTimeout(() => dismissToast(id), TOAST_MS[kind])
}

export function dismissToast(id: number): void {
  show(toasts.get().filter((shown) => shown.id !== id))
}

function show(next: readonly Toast[]): void {
  const gone = toasts.get().filter((shown) => !next.includes(shown))
  toasts.set(next)
  for (const { onGone } of gone) onGone?.()
}

export function useToasts(): readonly Toast[] {
  return useSelector(toasts)
}
