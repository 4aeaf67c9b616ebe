import { type RefreshedScreen, readingPace } from '@tribune/protocol/live.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import {
  connectionType,
  isOnline,
  isVisible,
  onPresenceChange,
  savesData,
  whenSettled,
} from '../../lib/device/platform.ts'
import { type LiveTopic, useStreamed } from './streaming.ts'

let stream: Promise<typeof import('./live.ts')> | null = null

/**
 * Refreshes a screen while it is online and in the foreground: by the event stream, and by polling, at the interval of spec section 4 or, while the stream
 * works, rarely. A screen that was hidden or offline for longer than its interval is read as soon as it returns. Failures stay with the query; none is
 * shown. `topic` is null while there is nothing to show yet, `screen` once nothing more can change.
 */
export function useAutoRefresh(screen: RefreshedScreen | null, refresh: () => void, topic: LiveTopic | null): void {
  const run = useEffectEvent(refresh)
  const followed = screen === null ? null : topic
  useStream(followed)
  const streaming = useStreamed(followed)
  const streamed = useRef(false)
  useEffect(() => {
    if (screen === null) return
    const pace = () => readingPace(screen, { type: connectionType(), savesData: savesData() }, streaming)
    // Many phones lose their streams at the same time, so each starts polling at a random moment.
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

/** Follows a topic while the screen is mounted, without delaying it. `null`: the screen shows nothing yet. */
function useStream(topic: LiveTopic | null): void {
  useEffect(() => {
    if (topic === null) return
    let end: (() => void) | null = () => {}
    openStream()
      .then(({ follow }) => {
        if (end !== null) end = follow(topic)
      })
      .catch((error) => console.error('live', error))
    return () => {
      end?.()
      end = null
    }
  }, [topic])
}

/** Loads the code of the stream once, after the first screen. If that fails, the next screen tries again. */
function openStream() {
  stream ??= new Promise<void>(whenSettled)
    .then(() => import('./live.ts'))
    .catch((error) => {
      stream = null
      throw error
    })
  return stream
}
