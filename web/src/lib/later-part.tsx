import { type ReactNode, useEffect, useState } from 'react'

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
  readonly children: (code: Code) => ReactNode
}

/**
 * Draws a part with its code, which is fetched now unless it was before. What was fetched is drawn at once; React's own `lazy` shows nothing
 * first, and keeps it so for a third of a second. A failure is the nearest boundary's.
 */
export function Later<Code>({ part, children }: LaterProps<Code>) {
  const [, setFetched] = useState(false)
  useEffect(() => {
    if (part.code !== null) return
    const fail = (error: unknown) =>
      setFetched(() => {
        throw error
      })
    part.fetch().then(() => setFetched(true), fail)
  }, [part])
  return part.code === null ? null : children(part.code)
}
