import { type FocusEvent, useId, useRef, useState } from 'react'
import { useEscape } from '../../../lib/state/use-escape.ts'

/** Scrolls a focused filter into view: browsers leave one where it is that is in view only in part. */
export function showWhole({ currentTarget }: FocusEvent): void {
  currentTarget.scrollIntoView({ inline: 'nearest', block: 'nearest' })
}

/** State of a collapsible filter: the props of its button and panel, and functions that close it. Searching for another text closes it too. */
export function useFold(text: string) {
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = openAt === text
  const panel = useId()
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpenAt(null)
  /** Closes from inside, and returns the focus to the button, because the pressed element disappears with the panel. */
  const fold = () => {
    button.current?.focus()
    close()
  }
  useEscape(open, fold)
  return {
    open,
    close,
    fold,
    button: {
      ref: button,
      onFocus: showWhole,
      'aria-expanded': open,
      'aria-controls': panel,
      onClick: () => setOpenAt(open ? null : text),
    },
    panel: { id: panel, hidden: !open },
  }
}

export type Fold = ReturnType<typeof useFold>
