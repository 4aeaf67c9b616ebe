import type { ReactNode } from 'react'

/** A placeholder of exactly the size of its children, which are hidden. Content below it does not move once the visible children replace it. */
export function SkeletonOf({ children }: { readonly children: ReactNode }) {
  return (
    <div className="breathe rounded-card bg-raised">
      <div aria-hidden="true" className="invisible">
        {children}
      </div>
    </div>
  )
}
