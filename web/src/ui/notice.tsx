import { common } from '@tribune/french/sentences/app.ts'
import type { ReactNode } from 'react'
import { ApiError } from '../lib/http/api-error.ts'
import { Button } from './button.tsx'
import { Mark } from './mark.tsx'

interface NoticeProps {
  readonly title?: string
  readonly children: ReactNode
  /** Buttons. */
  readonly actions?: ReactNode
  readonly lit?: 0 | 1 | 2 | 3
}

/** An empty state, and what to do about it. */
export function Notice({ title, children, actions, lit = 1 }: NoticeProps) {
  return (
    <div className="flex flex-col items-center gap-4 rounded-card border border-dashed border-line px-6 py-10 text-center">
      <Mark size={48} lit={lit} />
      <div className="max-w-sm">
        {title !== undefined && <p className="text-lg font-bold">{title}</p>}
        <div className="text-quiet">{children}</div>
      </div>
      {actions !== undefined && <div className="flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  )
}

interface ErrorNoticeProps {
  readonly message: string
  /** The error, whose reference can be found in the server's log. */
  readonly error?: unknown
  readonly onRetry?: (() => unknown) | undefined
  /** More buttons. */
  readonly children?: ReactNode
}

/** An error state, which screen readers announce immediately. */
export function ErrorNotice({ message, error, onRetry, children }: ErrorNoticeProps) {
  const reference = error instanceof ApiError ? error.id : null
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-4 rounded-card border border-line bg-surface px-6 py-10 text-center"
    >
      <Mark size={48} lit={0} />
      <div className="max-w-sm">
        <p className="font-semibold [overflow-wrap:anywhere]">{message}</p>
        {reference !== null && <p className="mt-1 text-sm text-quiet select-all">{common.reference(reference)}</p>}
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        {onRetry !== undefined && (
          <Button
            tone="action"
            onClick={() => {
              // The notice disappears during the retry, and its focus with it: keyboard users continue from the screen.
              document.querySelector('main')?.focus({ preventScroll: true })
              onRetry()
            }}
          >
            {common.retry}
          </Button>
        )}
        {children}
      </div>
    </div>
  )
}
