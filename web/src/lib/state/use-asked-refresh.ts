import { useCallback, useState } from 'react'
import { errorHaptic } from '../device/platform.ts'
import { messageOf } from '../http/api-error.ts'
import { toast } from './toast.ts'

interface Read {
  readonly error: Error | null
  readonly data: unknown
}

/** A reload that the fan requests: shows its progress and its failure, unlike automatic reloads. */
export function useAskedRefresh(read: () => Promise<Read>, sayFailed: (error: string) => string) {
  const [refreshing, setRefreshing] = useState(false)
  const refresh = useCallback(async () => {
    setRefreshing(true)
    const { error, data } = await read()
    setRefreshing(false)
    // Without any data the screen itself shows the failure.
    if (error === null || data === undefined) return
    errorHaptic()
    toast(sayFailed(messageOf(error)), 'error')
  }, [read, sayFailed])
  return { refreshing, refresh }
}
