import { common } from '@tribune/french/sentences/app.ts'
import { memo } from 'react'
import { SKELETON_CARDS } from '../../../lib/limits.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'

const KEYS = Array.from({ length: SKELETON_CARDS }, (_, index) => index)

/** Six cards of the same size as the real ones, with heading and columns. */
export const CardSkeletons = memo(function CardSkeletons() {
  return (
    <div role="status" className="mt-6">
      <span className="sr-only">{common.loading}</span>
      <Skeleton className="mb-3 h-[25px] w-36" />
      <div className="grid grid-cols-1 gap-3 wide:grid-cols-2">
        {KEYS.map((key) => (
          <div
            key={key}
            data-skeleton
            className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 pt-3"
          >
            <div className="flex h-6 items-center gap-2">
              <Skeleton className="size-5" />
              <Skeleton className="h-4 w-28" />
              <Skeleton className="ml-auto h-4 w-12" />
            </div>
            <div className="flex gap-3">
              <div className="flex flex-1 flex-col justify-center gap-2">
                <TeamSkeleton />
                <TeamSkeleton />
              </div>
              <Skeleton className="h-25 w-16" />
            </div>
            <Skeleton className="h-11 w-full" />
          </div>
        ))}
      </div>
    </div>
  )
})

function TeamSkeleton() {
  return (
    <div className="flex h-10 items-center gap-3">
      <Skeleton className="size-10" />
      <Skeleton className="h-4 w-2/3" />
    </div>
  )
}
