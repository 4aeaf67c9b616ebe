import type { ReactNode } from 'react'

/** A placeholder of exactly the size of its children, which nobody sees or reaches: what comes after them does not move once they are there. */
export function SkeletonOf({ children }: { readonly children: ReactNode }) {
  return (
    <div className="breathe rounded-card bg-raised">
      <div aria-hidden="true" className="invisible">
        {children}
      </div>
    </div>
  )
}
