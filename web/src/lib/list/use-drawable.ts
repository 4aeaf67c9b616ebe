import { useDeferredValue } from 'react'

/**
 * What was read, once there is time to draw it: a long screen appears in slices, and a tap is answered between two of them. What is there
 * from the beginning, and what changes later, is given at once.
 */
export function useDrawable<Data>(data: Data | undefined): Data | undefined {
  return useDeferredValue(data !== undefined) ? data : undefined
}
