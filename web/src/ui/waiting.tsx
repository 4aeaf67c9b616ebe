import { common } from '../i18n/fr.ts'
import { Mark } from './mark.tsx'

/** The loading shape, for a screen that has no skeleton of its own. */
export function Waiting() {
  return (
    <div role="status" className="flex h-[50dvh] items-center justify-center">
      <Mark size={56} waiting />
      <span className="sr-only">{common.loading}</span>
    </div>
  )
}
