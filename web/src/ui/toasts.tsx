import { TriangleAlert } from 'lucide'
import { dismissToast, type ToastKind, useToasts } from '../lib/state/toast.ts'
import { Icon } from './icon.tsx'

const TONES: Readonly<Record<ToastKind, string>> = {
  pick: 'border-good',
  complete: 'border-gold',
  error: 'border-board-warn',
  generic: 'border-edge',
}

/** Kinds that appear while a fan picks players: touches pass through them. */
const TOUCH_THROUGH: readonly ToastKind[] = ['pick', 'complete']

/**
 * Shows toasts above the navigation, as status messages. A tap dismisses one. While a dialog is open on a phone, only the newest shows, over the dialog's
 * upper edge and never over its title, or at its bottom on a phone in landscape, where nothing is left above it.
 */
export function Toasts() {
  const toasts = useToasts()
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--foot)+76px)] z-50 -translate-y-(--raise) flex flex-col items-center gap-2 px-4 windowed:bottom-[calc(var(--sheet)-10px)] windowed:short:bottom-2 windowed:translate-y-0 windowed:*:not-last:hidden"
    >
      {toasts.map(({ id, text, kind }) => (
        <button
          key={id}
          type="button"
          onClick={() => dismissToast(id)}
          className={`appear target max-w-md ${TOUCH_THROUGH.includes(kind) ? '' : 'pointer-events-auto'} flex items-center gap-2 rounded-inner border-2 bg-board px-4 py-2 text-left font-semibold text-on-board ${TONES[kind]}`}
        >
          {kind === 'error' && <Icon of={TriangleAlert} size={20} className="shrink-0 text-board-warn" />}
          {text}
        </button>
      ))}
    </div>
  )
}
