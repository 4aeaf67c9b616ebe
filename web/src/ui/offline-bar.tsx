import { dayKey, hour, relativeDay } from '@tribune/french/format/dates.ts'
import { offlineBar } from '@tribune/french/sentences/app.ts'
import { WifiOff } from 'lucide'
import { useEffect } from 'react'
import { useOnline } from '../lib/device/use-platform.ts'
import { type DataAge, useDataAge } from '../lib/offline/data-age.ts'
import { Icon } from './icon.tsx'

/**
 * Says that there is no network, or a weak one, and how old the screen's data is. Overlays the bottom of the page, so that it causes no layout shift.
 */
export function OfflineBar() {
  const online = useOnline()
  const age = useDataAge()
  const shown = !online || age.stale
  useEffect(() => {
    document.documentElement.toggleAttribute('data-offline', shown)
  }, [shown])
  return <div role="status">{shown && <OfflineLine online={online} since={age.since} />}</div>
}

interface OfflineLineProps extends Pick<DataAge, 'since'> {
  readonly online: boolean
}

/** The bar, drawn from its props alone. */
export function OfflineLine({ online, since }: OfflineLineProps) {
  return (
    <p className="gutter fixed inset-x-0 bottom-(--foot) z-10 flex min-h-10 items-center justify-center gap-2 bg-board py-1 text-sm leading-tight font-semibold text-on-board">
      <Icon of={WifiOff} size={16} className="shrink-0" />
      {sentence(online, since)}
    </p>
  )
}

function sentence(online: boolean, since: DataAge['since']): string {
  const state = online ? offlineBar.weak : offlineBar.offline
  if (since === null) return state
  const moment = new Date(since)
  const now = new Date()
  const at = hour(moment)
  const isToday = dayKey(moment) === dayKey(now)
  return offlineBar.news(state, isToday ? offlineBar.at(at) : offlineBar.dayAt(relativeDay(moment, now), at))
}
