import { useEffect, useState } from 'react'
import { isOnline } from '../../lib/device/platform.ts'
import type { InstallLine } from './install-line.tsx'
import type { InstallWay } from './install-rules.ts'

/** The offer to install the app, and the component that shows it. */
interface InstallOffer {
  readonly way: InstallWay
  readonly Line: typeof InstallLine
}

/**
 * Offers the installation, once per phone. The fan has not asked for it, so it never disturbs: if its code fails to load, no offer is made or counted.
 *
 * @param isDue The fan has completed a ballot on this screen, and nothing else is asked of them.
 */
export function useInstallOffer(isDue: boolean) {
  const [offer, setOffer] = useState<InstallOffer | null>(null)
  useEffect(() => {
    if (!isDue || !isOnline()) return
    let stop: (() => void) | null = null
    let isLeft = false
    import('./install-parts.ts').then(
      ({ onOffer, InstallLine }) => {
        if (!isLeft) stop = onOffer((way) => setOffer({ way, Line: InstallLine }))
      },
      () => undefined,
    )
    return () => {
      isLeft = true
      stop?.()
    }
  }, [isDue])
  return { offer, close: () => setOffer(null) }
}
