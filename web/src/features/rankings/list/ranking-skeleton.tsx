import { common } from '@tribune/french/sentences/app.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'

const ROWS = Array.from({ length: 8 }, (_, index) => index)

/** Rows with the measures of the real ones. */
export function RankingSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{common.loading}</span>
      {ROWS.map((row) => (
        <div
          key={row}
          data-skeleton
          className="mb-2 flex h-[5.5rem] items-center gap-3 rounded-card border border-line bg-surface px-3"
        >
          <Skeleton className="size-9" />
          <Skeleton className="size-11" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="h-3 w-4/5" />
          </div>
          <Skeleton className="h-7 w-14" />
        </div>
      ))}
    </div>
  )
}
