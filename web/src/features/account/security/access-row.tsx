import type { ReactNode } from 'react'

interface AccessRowProps {
  readonly mark: ReactNode
  readonly name: string
  readonly note: string
  /** Its actions, or its state. */
  readonly children: ReactNode
}

/** A sign-in method, or a session. */
export function AccessRow({ mark, name, note, children }: AccessRowProps) {
  return (
    <li className="flex min-h-16 items-center gap-3 rounded-card border border-line bg-surface px-3 py-2">
      {mark}
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="font-semibold">{name}</span>
        <span className="text-sm text-quiet">{note}</span>
      </span>
      {children}
    </li>
  )
}
