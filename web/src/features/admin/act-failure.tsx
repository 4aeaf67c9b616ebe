import type { ReactNode } from 'react'

/** Shows next to a tool why its act was refused or failed. Screen readers announce it immediately. */
export function ActFailure({ children }: { readonly children: ReactNode }) {
  return (
    <p role="alert" className="mt-3 font-semibold text-warn [overflow-wrap:anywhere]">
      {children}
    </p>
  )
}
