import { navigation } from '@tribune/french/sentences/app.ts'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RankingSkeleton } from './list/ranking-skeleton.tsx'
import { PodiumSkeleton } from './podium-skeleton.tsx'
import { RankingHead } from './ranking-head.tsx'

/** The ranking, with its own measures, before its code is there. */
export function RankingWaiting() {
  return (
    <>
      <ScreenTitle>{navigation.ranking}</ScreenTitle>
      <RankingHead>
        <div className="mx-auto max-w-[420px] wide:hidden">
          <PodiumSkeleton />
        </div>
      </RankingHead>
      <div className="gutter mx-auto max-w-page pt-2">
        <Skeleton className="mb-4 h-12 rounded-card" />
        <RankingSkeleton />
      </div>
    </>
  )
}
