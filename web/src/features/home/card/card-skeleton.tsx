import { common } from '@tribune/french/sentences/app.ts'
import { memo } from 'react'
import { SKELETON_CARDS } from '../../../lib/limits.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'

const KEYS = Array.from({ length: SKELETON_CARDS }, (_, index) => index)

/** Six cards of the same size as the real ones, with heading and columns. */
export const CardSkeletons = memo(function CardSkeletons() {
  return (
    <div role="status" className="mt-4">
      <span className="sr-only">{common.loading}</span>
      <Skeleton className="mb-2 h-[25px] w-36" />
      <div className="columns-of-matches gap-2">
        {KEYS.map((key) => (
          <div
            key={key}
            data-skeleton
            className="flex flex-col gap-1 rounded-card border border-line bg-surface px-3 pt-1 pb-2"
          >
            <div className="flex h-6 items-center gap-2">
              <Skeleton className="size-5" />
              <Skeleton className="h-4 w-28" />
              <Skeleton className="ml-auto h-4 w-12" />
            </div>
            <div className="flex flex-wrap gap-2">
              <div className="flex flex-[99_1_12rem] gap-2">
                <div className="flex flex-1 flex-col gap-0.5">
                  <TeamSkeleton />
                  <TeamSkeleton />
                </div>
                <Skeleton className="w-8" />
              </div>
              <Skeleton className="min-h-11 flex-[1_1_5.5rem]" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
})

function TeamSkeleton() {
  return (
    <div className="flex h-8 items-center gap-2">
      <Skeleton className="size-7" />
      <Skeleton className="h-4 w-2/3" />
    </div>
  )
}
