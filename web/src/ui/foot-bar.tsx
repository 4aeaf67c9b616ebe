import { navigation } from '@tribune/french/sentences/app.ts'
import { ArrowUp } from 'lucide'
import type { ReactNode } from 'react'
import { prefersReducedMotion } from '../lib/device/platform.ts'
import { useScrolledPast } from '../lib/device/use-platform.ts'
import { SCROLL_TOP_PX } from '../lib/limits.ts'
import { focusContent } from '../lib/list/content.ts'
import { Icon } from './icon.tsx'

/** Scrolls to a position of the page, without animation for fans who prefer reduced motion. */
export function scrollPageTo(top: number): void {
  window.scrollTo({ top, behavior: prefersReducedMotion() ? 'auto' : 'smooth' })
}

interface FootBarProps {
  /** Shows the bar before the page is scrolled, because the fan asked for it. */
  readonly shown?: boolean
  readonly children?: ReactNode
}

/** The bar above the navigation once the page is scrolled: the second search box, and a button to the top. */
export function FootBar({ shown = false, children }: FootBarProps) {
  const scrolled = useScrolledPast(SCROLL_TOP_PX)
  if (!scrolled && !shown) return null
  return (
    <div className="appear gutter pointer-events-none fixed inset-x-0 bottom-[calc(var(--foot)+8px)] -translate-y-(--raise) z-10 mx-auto flex max-w-page items-center justify-end gap-2">
      {children !== undefined && (
        <div className="pointer-events-auto mr-auto min-w-0 flex-1 wide:max-w-[676px]">{children}</div>
      )}
      <button
        type="button"
        aria-label={navigation.toTop}
        title={navigation.toTop}
        onClick={() => {
          focusContent()
          scrollPageTo(0)
        }}
        className="pointer-events-auto inline-flex size-12 shrink-0 items-center justify-center rounded-card border border-edge bg-surface text-text hover:bg-raised"
      >
        <Icon of={ArrowUp} size={22} />
      </button>
    </div>
  )
}
