import type { HomeFixture } from '@tribune/contract/matches.ts'
import { isOpenState, votingState } from '@tribune/domain/ballots/voting-window.ts'
import { serverNow } from '../../lib/http/server-clock.ts'
import { PodiumSteps } from '../../ui/podium-steps.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SkeletonOf } from '../../ui/skeleton-of.tsx'
import { VoteBanner } from './voting/vote-banner.tsx'

/** The shape of what stands under the board while the players of a match load, as its state decides: nothing while votes are open, the result once closed. */
export function StateShape({ match }: { readonly match: HomeFixture }) {
  const state = votingState(match, serverNow())
  if (isOpenState(state)) return null
  return (
    <>
      <SkeletonOf>
        <VoteBanner match={match} state={state} picks={0} publication="published" lineups />
      </SkeletonOf>
      {state === 'closed' && <ResultShape />}
    </>
  )
}

const HOLDER = {
  lit: false,
  content: (
    <span className="flex flex-col items-center gap-0.5 pb-1 text-sm leading-tight">
      <Skeleton className="size-[52px]" />
      <Skeleton className="h-[1lh] w-16" />
      <Skeleton className="h-6 w-14" />
    </span>
  ),
}

/** The card of a result by votes, and the button that shares it. */
function ResultShape() {
  return (
    <>
      <div className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4">
        <Skeleton className="h-[1lh] w-2/3 text-lg" />
        <PodiumSteps label="" steps={{ 1: HOLDER, 2: HOLDER, 3: HOLDER }} />
        <Skeleton className="h-[calc(1lh+46px)] text-sm" />
      </div>
      <Skeleton className="h-11" />
    </>
  )
}
