import { useState } from 'react'

/** Whether it is, or ever was: a window whose code is fetched when it is first opened stays drawn, so that it can close. */
export function useEver(now: boolean): boolean {
  const [ever, setEver] = useState(now)
  if (now && !ever) setEver(true)
  return ever || now
}
