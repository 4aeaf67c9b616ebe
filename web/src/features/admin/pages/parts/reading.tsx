import { common } from '@tribune/french/sentences/app.ts'
import { frame as words } from '@tribune/french/sentences/operator/diagnostic-pages.ts'
import type { ReactNode } from 'react'
import { messageOf } from '../../../../lib/http/api-error.ts'
import { ErrorNotice } from '../../../../ui/notice.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'

interface ReadingProps<Data> {
  /** The query, as `useQuery` returns it. */
  readonly of: { readonly data: Data | undefined; readonly error: unknown; readonly refetch: () => unknown }
  readonly children: (data: Data) => ReactNode
}

/** Shows the data of a query or, without any, that it is loading or why it failed. */
export function Reading<Data>({ of: { data, error, refetch }, children }: ReadingProps<Data>) {
  if (data !== undefined) return children(data)
  if (error !== null) {
    return <ErrorNotice message={words.failed(messageOf(error))} error={error} onRetry={refetch} />
  }
  return (
    <div role="status" className="flex flex-col gap-2">
      <span className="sr-only">{common.loading}</span>
      <Skeleton className="h-6 w-2/3" />
      <Skeleton className="h-6 w-full" />
      <Skeleton className="h-6 w-1/2" />
    </div>
  )
}
