import { WifiOff } from 'lucide-react'
import { common } from '../i18n/fr.ts'
import { useOnline } from '../lib/use-platform.ts'

/** Says that there is no network, for as long as there is none. */
export function OfflineBar() {
  const online = useOnline()
  return (
    <div role="status">
      {!online && (
        <p className="gutter flex items-center justify-center gap-2 bg-board py-2 pt-[calc(8px+env(safe-area-inset-top))] text-sm font-semibold text-on-board">
          <WifiOff size={18} aria-hidden="true" className="shrink-0" />
          {common.offline}
        </p>
      )}
    </div>
  )
}
