import { common } from '@tribune/french/sentences/app.ts'
import { Mark } from './mark.tsx'

/** The loading state of a screen without a skeleton of its own. */
export function Waiting() {
  return (
    <div role="status" className="flex h-[50dvh] items-center justify-center">
      <Mark size={56} waiting />
      <span className="sr-only">{common.loading}</span>
    </div>
  )
}
