import { PULL_THRESHOLD_PX } from '../lib/limits.ts'
import { usePull } from '../lib/list/use-pull.ts'
import { Mark } from './mark.tsx'

export interface PulledMarkProps {
  readonly onRefresh: () => void
  readonly busy: boolean
}

/** Distance of the waiting mark from the top edge, in pixels. */
const WAITING_PX = 24

/** The mark that follows the finger down, lights a row at each third of the distance, and breathes until the answer arrives. */
export function PulledMark({ onRefresh, busy }: PulledMarkProps) {
  return <PulledShape pulled={usePull(onRefresh)} busy={busy} />
}

interface PulledShapeProps {
  /** How far the page is pulled, in pixels. */
  readonly pulled: number
  readonly busy: boolean
}

/** The mark, drawn from how far it has come. */
export function PulledShape({ pulled, busy }: PulledShapeProps) {
  if (pulled === 0 && !busy) return null
  const lit = ([0, 1, 2, 3] as const)[Math.min(3, Math.floor((3 * pulled) / PULL_THRESHOLD_PX))] ?? 0
  return (
    <div
      aria-hidden="true"
      data-pull={busy ? 'busy' : lit}
      className="pointer-events-none fixed inset-x-0 top-[calc(var(--notch)-44px)] z-30 flex justify-center"
      style={{ transform: `translateY(${busy ? WAITING_PX + 44 : pulled + 20}px)` }}
    >
      <span
        className={`rounded-full border p-2 ${lit === 3 || busy ? 'border-edge bg-raised' : 'border-line bg-surface'}`}
      >
        <Mark size={28} lit={busy ? 3 : lit} waiting={busy} />
      </span>
    </div>
  )
}
