import { useDeferredValue } from 'react'

/**
 * Defers the first render of data that arrives, so that React renders a long screen in slices and handles taps between them. Data that is there
 * at mount, and later changes, are not deferred.
 */
export function useDrawable<Data>(data: Data | undefined): Data | undefined {
  return useDeferredValue(data !== undefined) ? data : undefined
}
