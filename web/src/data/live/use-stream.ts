import { useEffect } from 'react'
import { whenSettled } from '../../lib/device/platform.ts'
import type { LiveTopic } from './streaming.ts'

let stream: Promise<typeof import('./live.ts')> | null = null

/** Follows a topic while the screen is mounted, without delaying it. `null`: the screen shows nothing yet. */
export function useStream(topic: LiveTopic | null): void {
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
