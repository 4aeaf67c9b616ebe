import { PodiumSteps } from '../../ui/podium-steps.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The steps before their holders are known, as high as with them. */
export function PodiumSkeleton() {
  const step = {
    lit: false,
    content: (
      <span className="season-holder">
        <Skeleton className="size-14" />
        <Skeleton className="h-4 w-16" />
        <Skeleton className="h-5 w-12" />
      </span>
    ),
  }
  return (
    <div aria-hidden="true">
      <PodiumSteps label="" steps={{ 1: step, 2: step, 3: step }} />
    </div>
  )
}
