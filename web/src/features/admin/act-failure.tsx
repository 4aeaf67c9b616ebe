import type { ReactNode } from 'react'

/** Says beside a tool why its act was refused or failed, at once also to those who do not see it. */
export function ActFailure({ children }: { readonly children: ReactNode }) {
  return (
    <p role="alert" className="mt-3 font-semibold text-warn [overflow-wrap:anywhere]">
      {children}
    </p>
  )
}
