import { useState } from 'react'

/** Whether `now` is or ever was true. A lazily loaded dialog stays mounted after its first opening, so that it can close. */
export function useEver(now: boolean): boolean {
  const [ever, setEver] = useState(now)
  if (now && !ever) setEver(true)
  return ever || now
}
