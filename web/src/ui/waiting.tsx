import { useState } from 'react'
import { common } from '../i18n/fr.ts'
import { Mark } from './mark.tsx'

/**
 * The loading shape, for a screen that has no skeleton of its own. It is as high as the screen it stands in for, so that who goes back
 * before the new one is there finds his place.
 */
export function Waiting() {
  const [minHeight] = useState(() => document.documentElement.scrollHeight)
  return (
    <div role="status" style={{ minHeight }}>
      <div className="sticky top-0 flex h-[50dvh] items-center justify-center">
        <Mark size={56} waiting />
        <span className="sr-only">{common.loading}</span>
      </div>
    </div>
  )
}
