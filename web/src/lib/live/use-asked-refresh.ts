import { useCallback, useState } from 'react'
import { errorHaptic } from '../device/platform.ts'
import { messageOf } from '../http/api-error.ts'
import { toast } from '../state/toast.ts'

interface Read {
  readonly error: Error | null
  readonly data: unknown
}

/** A reload that the fan asked for: they see it under way, and learn when it fails. What reloads by itself moves nothing. */
export function useAskedRefresh(read: () => Promise<Read>, sayFailed: (error: string) => string) {
  const [refreshing, setRefreshing] = useState(false)
  const refresh = useCallback(async () => {
    setRefreshing(true)
    const { error, data } = await read()
    setRefreshing(false)
    // With nothing to keep in sight, the screen itself says what failed.
    if (error === null || data === undefined) return
    errorHaptic()
    toast(sayFailed(messageOf(error)), 'error')
  }, [read, sayFailed])
  return { refreshing, refresh }
}
