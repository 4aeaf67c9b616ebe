import type { ReactNode } from 'react'

type StatusTone = 'neutral' | 'live' | 'good' | 'warn'

const TONES: Readonly<Record<StatusTone, string>> = {
  neutral: 'border-line text-quiet',
  live: 'border-live text-live',
  good: 'border-good text-good',
  warn: 'border-warn text-warn',
}

/** A badge with a short status text. Its tone sets the colour of text and border. */
export function StatusBadge({
  tone = 'neutral',
  children,
}: {
  readonly tone?: StatusTone
  readonly children: ReactNode
}) {
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-full border px-2 py-0.5 text-sm font-semibold whitespace-nowrap ${TONES[tone]}`}
    >
      {children}
    </span>
  )
}
