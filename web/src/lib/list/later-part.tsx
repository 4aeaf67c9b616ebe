import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { isOnline } from '../device/platform.ts'
import { messageOf, unansweredError } from '../http/api-error.ts'
import { toast } from '../state/toast.ts'

/** A lazily loaded part of a screen. */
export interface LaterPart<Code> {
  /** `null` until it is loaded. */
  code: Code | null
  readonly fetch: () => Promise<void>
}

export function laterPart<Code>(read: () => Promise<Code>): LaterPart<Code> {
  const part: LaterPart<Code> = {
    code: null,
    fetch: async () => {
      part.code = await read()
    },
  }
  return part
}

interface LaterProps<Code> {
  readonly part: LaterPart<Code>
  /** Called when the code cannot be loaded without a network, after a toast has reported it. The opener should close. */
  readonly onOffline: () => void
  readonly children: (code: Code) => ReactNode
}

/**
 * Renders a lazily loaded part, and loads its code unless that is done. Renders loaded code immediately, where `lazy` would first show a fallback. Throws to
 * the nearest error boundary, which reloads the page, if the file no longer exists.
 */
export function Later<Code>({ part, onOffline, children }: LaterProps<Code>) {
  const [, setFetched] = useState(part.code !== null)
  const [failure, setFailure] = useState<unknown>(null)
  if (failure !== null) throw failure
  const giveUp = useEffectEvent((error: unknown) => {
    if (isOnline()) {
      setFailure(error)
      return
    }
    toast(messageOf(unansweredError(error, false)), 'error')
    onOffline()
  })
  useEffect(() => {
    // The code may have arrived between the render and this effect.
    if (part.code === null) part.fetch().then(() => setFetched(true), giveUp)
    else setFetched(true)
  }, [part])
  return part.code === null ? null : children(part.code)
}
