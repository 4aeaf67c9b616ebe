import { useEffect } from 'react'
import { whenSettled } from '../device/platform.ts'
import type { LiveTopic } from './streaming.ts'

let stream: Promise<typeof import('./live.ts')> | null = null

/** Has news of a topic brought as long as the screen is there; nothing waits for it. `null`: the screen shows nothing yet. */
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

/** Its code is fetched once, when the first screen stands; where that fails the next screen tries again. */
function openStream() {
  stream ??= new Promise<void>(whenSettled)
    .then(() => import('./live.ts'))
    .catch((error) => {
      stream = null
      throw error
    })
  return stream
}
