import { SKELETON_CARDS } from '@tribune/domain/refresh.ts'
import { common } from '../../i18n/fr.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

const KEYS = Array.from({ length: SKELETON_CARDS }, (_, index) => index)

/** Six cards with the measures of the real ones. */
export function CardSkeletons() {
  return (
    <div role="status">
      <span className="sr-only">{common.loading}</span>
      <Skeleton className="mt-6 mb-3 h-7 w-40" />
      <div className="flex flex-col gap-3">
        {KEYS.map((key) => (
          <div key={key} className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
            <div className="flex justify-between">
              <Skeleton className="h-5 w-36" />
              <Skeleton className="h-5 w-20" />
            </div>
            <div className="flex gap-3">
              <div className="flex flex-1 flex-col gap-2">
                <TeamSkeleton />
                <TeamSkeleton />
              </div>
              <Skeleton className="h-[96px] w-18" />
            </div>
            <Skeleton className="h-11 w-full" />
          </div>
        ))}
      </div>
    </div>
  )
}

function TeamSkeleton() {
  return (
    <div className="flex h-10 items-center gap-3">
      <Skeleton className="size-10" />
      <Skeleton className="h-4 w-2/3" />
    </div>
  )
}
