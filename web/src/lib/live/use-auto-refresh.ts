import { readingPace } from '@tribune/domain/live.ts'
import type { RefreshedScreen } from '@tribune/domain/refresh.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { connectionType, isOnline, isVisible, onPresenceChange, sparesData } from '../device/platform.ts'
import { type LiveTopic, useStreamed } from './streaming.ts'
import { useStream } from './use-stream.ts'

/**
 * Keeps a screen new, only while online and looked at: by the stream of events, and by reading it again, at the pace of spec section 4
 * or, while the stream works, rarely. A screen that was hidden or offline for longer than its pace is read as soon as it is back.
 * Failures are the query's own business; nothing is shown for them. `topic` is null while there is nothing to show yet, `screen` once
 * nothing more can change.
 */
export function useAutoRefresh(screen: RefreshedScreen | null, refresh: () => void, topic: LiveTopic | null): void {
  const run = useEffectEvent(refresh)
  const followed = screen === null ? null : topic
  useStream(followed)
  const streaming = useStreamed(followed)
  const streamed = useRef(false)
  useEffect(() => {
    if (screen === null) return
    const pace = () => readingPace(screen, { type: connectionType(), sparesData: sparesData() }, streaming)
    // A stream is lost to many at once: each phone begins at a moment of its own.
    let last = Date.now() - (streamed.current && !streaming ? Math.random() * pace() : 0)
    streamed.current = streaming
    let timer: ReturnType<typeof setTimeout> | undefined
    const schedule = () => {
      clearTimeout(timer)
      if (!isOnline() || !isVisible()) return
      timer = setTimeout(fire, Math.max(0, last + pace() - Date.now()))
    }
    const fire = () => {
      last = Date.now()
      run()
      schedule()
    }
    schedule()
    const stop = onPresenceChange(schedule)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [screen, streaming])
}
