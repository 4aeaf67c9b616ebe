import { common } from '@tribune/french/sentences/app.ts'
import { SKELETON_CARDS } from '../../lib/limits.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

const KEYS = Array.from({ length: SKELETON_CARDS }, (_, index) => index)

/** A day with six cards, of the same size as the real ones. */
export function HistorySkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{common.loading}</span>
      <Skeleton className="mt-5 mb-2 h-[calc(1.2rem*1.3)] w-32" />
      <div className="grid gap-3 wide:grid-cols-2">
        {KEYS.map((key) => (
          <div key={key} className="flex flex-col rounded-card border border-line bg-surface px-3 pt-2.5">
            <div className="flex h-6 items-center">
              <Skeleton className="h-4 w-36" />
            </div>
            <div className="mt-2 mb-2.5 flex flex-col gap-1.5">
              <TeamSkeleton />
              <TeamSkeleton />
            </div>
            <div className="flex min-h-13 items-center justify-between border-t border-line">
              <Skeleton className="h-4 w-28" />
              <Skeleton className="h-4 w-32" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}

function TeamSkeleton() {
  return (
    <div className="flex h-7 items-center gap-3">
      <Skeleton className="size-7" />
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="ml-auto h-6 w-5" />
    </div>
  )
}
