import { common, navigation } from '@tribune/french/sentences/app.ts'
import type { ReactNode } from 'react'
import { PodiumSteps } from '../../ui/podium-steps.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StandRows } from '../../ui/stand-rows.tsx'

const ROWS = Array.from({ length: 8 }, (_, index) => index)

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

interface RankingHeadProps {
  /** Next to the title. */
  readonly action?: ReactNode
  /** Under it: the season, and what leads on from there. */
  readonly line?: ReactNode
  /** The leaders. */
  readonly children: ReactNode
}

/** The head of the ranking, with the same dimensions before and after the season is known. */
export function RankingHead({ action, line, children }: RankingHeadProps) {
  return (
    <header className="relative overflow-hidden border-b border-line pt-(--notch) wide:pt-0">
      <StandRows />
      <div className="gutter relative mx-auto max-w-page pt-4 wide:pt-8 wide:pb-6">
        <div className="flex min-h-11 items-start justify-between gap-2">
          <h1 className="text-[min(2.074rem,13vw)] leading-[1.1]">{navigation.ranking}</h1>
          {action}
        </div>
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-2">{line}</div>
        {children}
      </div>
    </header>
  )
}
