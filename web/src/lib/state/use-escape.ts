import { useEffect, useEffectEvent } from 'react'

/** Closes on Escape, wherever the focus is. A dialog above handles the key first. */
export function useEscape(open: boolean, close: () => void): void {
  const closeNow = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) close()
  })
  useEffect(() => {
    if (!open) return
    document.addEventListener('keydown', closeNow)
    return () => document.removeEventListener('keydown', closeNow)
  }, [open])
}
