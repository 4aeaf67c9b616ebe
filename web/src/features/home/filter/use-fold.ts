import { useId, useRef, useState } from 'react'
import { useEscape } from '../../../lib/state/use-escape.ts'

/** A filter that folds: what its button and its panel wear, and the ways to close it. */
export function useFold() {
  const [open, setOpen] = useState(false)
  const panel = useId()
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  /** From inside: what was pressed goes with the panel, and the next key starts from what opened it. */
  const fold = () => {
    button.current?.focus()
    close()
  }
  useEscape(open, fold)
  return {
    open,
    close,
    fold,
    button: { ref: button, 'aria-expanded': open, 'aria-controls': panel, onClick: () => setOpen(!open) },
    panel: { id: panel, hidden: !open },
  }
}
