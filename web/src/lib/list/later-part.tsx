import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { isOnline } from '../device/platform.ts'
import { messageOf, unansweredError } from '../http/api-error.ts'
import { toast } from '../state/toast.ts'

/** A part of a screen whose code comes by itself. */
export interface LaterPart<Code> {
  /** `null` until it is there. */
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
  /** It cannot be had without a network: the fan is told, and what asked for it is to ask no more. */
  readonly onOffline: () => void
  readonly children: (code: Code) => ReactNode
}

/**
 * Draws a part with its code, which is fetched now unless it was before. What was fetched is drawn at once; React's own `lazy` shows
 * nothing first, and keeps it so for a third of a second. A file that is gone is the nearest boundary's, which loads the page anew.
 */
export function Later<Code>({ part, onOffline, children }: LaterProps<Code>) {
  const [, setFetched] = useState(part.code !== null)
  const giveUp = useEffectEvent((error: unknown) => {
    if (isOnline()) {
      setFetched(() => {
        throw error
      })
      return
    }
    toast(messageOf(unansweredError(error, false)), 'error')
    onOffline()
  })
  useEffect(() => {
    // It may have come between the drawing and now.
    if (part.code === null) part.fetch().then(() => setFetched(true), giveUp)
    else setFetched(true)
  }, [part])
  return part.code === null ? null : children(part.code)
}
