import type { ReactNode } from 'react'

/** A placeholder with the shape of what it replaces. Size it with classes. */
export function Skeleton({ className = '' }: { readonly className?: string }) {
  return <span aria-hidden="true" className={`breathe block rounded-inner bg-raised ${className}`} />
}

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
