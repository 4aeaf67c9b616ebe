import { TriangleAlert } from 'lucide'
import { dismissToast, type ToastKind, useToasts } from '../lib/state/toast.ts'
import { Icon } from './icon.tsx'

const TONES: Readonly<Record<ToastKind, string>> = {
  pick: 'border-good',
  complete: 'border-gold',
  error: 'border-board-warn',
  generic: 'border-edge',
}

/** These come while a finger is picking players: what lies under them stays within its reach. */
const PASSED_THROUGH: readonly ToastKind[] = ['pick', 'complete']

/**
 * Where toasts appear: above the navigation, read aloud as status messages. A tap puts one away. While a window is open on a phone only the
 * newest shows, above the window: over the edge of it, where there is nothing, and never over its title. On a phone on its side the window
 * leaves no room above it: at its foot.
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
          className={`appear target max-w-md ${PASSED_THROUGH.includes(kind) ? '' : 'pointer-events-auto'} flex items-center gap-2 rounded-inner border-2 bg-board px-4 py-2 text-left font-semibold text-on-board ${TONES[kind]}`}
        >
          {kind === 'error' && <Icon of={TriangleAlert} size={20} className="shrink-0 text-board-warn" />}
          {text}
        </button>
      ))}
    </div>
  )
}
