import { WifiOff } from 'lucide'
import { useEffect } from 'react'
import { offlineBar } from '../i18n/fr.ts'
import { useOnline } from '../lib/device/use-platform.ts'
import { hour, relativeDay } from '../lib/format/dates.ts'
import { dayKey } from '../lib/format/days.ts'
import { type News, useNews } from '../lib/live/news.ts'
import { Icon } from './icon.tsx'

/**
 * Says that there is no network, or none to speak of, and how old what is shown is. It stands over the foot of the page: nothing is laid
 * out again when it comes or goes.
 */
export function OfflineBar() {
  const online = useOnline()
  const news = useNews()
  const shown = !online || news.kept
  useEffect(() => {
    document.documentElement.toggleAttribute('data-offline', shown)
  }, [shown])
  return (
    <div role="status">
      {shown && (
        <p className="gutter fixed inset-x-0 bottom-(--foot) z-10 flex min-h-10 items-center justify-center gap-2 bg-board py-1 text-sm leading-tight font-semibold text-on-board">
          <Icon of={WifiOff} size={16} className="shrink-0" />
          {sentence(online, news)}
        </p>
      )}
    </div>
  )
}

function sentence(online: boolean, { since }: News): string {
  const state = online ? offlineBar.weak : offlineBar.offline
  if (since === null) return state
  const moment = new Date(since)
  const now = new Date()
  const at = hour(moment)
  const isToday = dayKey(moment) === dayKey(now)
  return offlineBar.news(state, isToday ? offlineBar.at(at) : offlineBar.dayAt(relativeDay(moment, now), at))
}
