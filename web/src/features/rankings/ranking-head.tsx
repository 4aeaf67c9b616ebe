import { navigation } from '@tribune/french/sentences/app.ts'
import type { ReactNode } from 'react'
import { StandRows } from '../../ui/stand-rows.tsx'

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
