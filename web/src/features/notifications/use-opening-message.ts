import { useNavigate, useRouterState } from '@tanstack/react-router'
import { type OpeningMessage, readMessageFragment } from '@tribune/protocol/push.ts'
import { useEffect, useState } from 'react'
import { showsActions } from '../../lib/push/actions.ts'
import type { MessageLine } from './message-line.tsx'

/** A message, and the component that offers to turn its kind off. */
interface OpeningLine {
  readonly message: OpeningMessage
  readonly Line: typeof MessageLine
}

/**
 * Returns the message whose tap opened this screen, in browsers whose notifications show no action, until the fan closes it. Removes it from the
 * address: its proof belongs in no bookmark and no shared link.
 */
export function useOpeningMessage() {
  const fragment = useRouterState({ select: ({ location }) => location.hash })
  const navigate = useNavigate()
  const [line, setLine] = useState<OpeningLine | null>(null)
  useEffect(() => {
    const message = readMessageFragment(fragment)
    if (message === null) return
    void navigate({ to: '.', hash: '', replace: true, resetScroll: false })
    if (showsActions()) return
    // No fan waits for this line, so it is not shown if its code fails to load.
    import('./message-line.tsx').then(
      ({ MessageLine }) => setLine({ message, Line: MessageLine }),
      () => undefined,
    )
  }, [fragment, navigate])
  return { line, close: () => setLine(null) }
}
