import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

interface ScrollRegionProps {
  readonly label: string
  readonly busy?: boolean
  readonly className?: string
  readonly children: ReactNode
}

/**
 * A part that scrolls within itself, by finger and by keyboard, so that the page never does sideways. It fades at the right while there is more:
 * a phone shows no scroll bar, and a column that ends at the edge looks like the last one.
 */
export function ScrollRegion({ label, busy = false, className = '', children }: ScrollRegionProps) {
  const region = useRef<HTMLElement>(null)
  const [isMore, setMore] = useState(false)
  useLayoutEffect(() => {
    const { current } = region
    if (current === null) return
    const look = () => setMore(current.scrollLeft + current.clientWidth < current.scrollWidth - 1)
    const observer = new ResizeObserver(look)
    observer.observe(current)
    for (const child of current.children) observer.observe(child)
    current.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      current.removeEventListener('scroll', look)
    }
  }, [])
  return (
    <div className="relative min-w-0">
      <section
        ref={region}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes the focus, so that the arrow keys scroll it
        tabIndex={0}
        aria-label={label}
        aria-busy={busy || undefined}
        className={`overflow-auto ${className}`}
      >
        {children}
      </section>
      {isMore && (
        <span
          aria-hidden="true"
          style={{ background: 'linear-gradient(to left, var(--surface), transparent)' }}
          className="pointer-events-none absolute inset-y-0 right-0 z-1 w-10"
        />
      )}
    </div>
  )
}
