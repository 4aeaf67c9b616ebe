import { useQuery } from '@tanstack/react-query'
import { Link, useCanGoBack, useLocation } from '@tanstack/react-router'
import { points } from '@tribune/french/sentences/points.ts'
import { useState } from 'react'
import { activeCompetitionsQuery, type Competition } from '../../data/competitions.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { FootBar } from '../../ui/foot-bar.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { StandRows } from '../../ui/stand-rows.tsx'
import { Chapter } from './chapter.tsx'
import { CoefficientChapter } from './coefficient-chapter.tsx'
import { Scale } from './scale.tsx'
import { TransparencyChapter } from './transparency-chapter.tsx'
import { VoteChapter } from './vote-chapter.tsx'
import { WorldChapter } from './world-chapter.tsx'

const NONE: readonly Competition[] = []

/** Points: how votes become places in the season ranking. */
export function PointsPage() {
  const query = useQuery(activeCompetitionsQuery)
  return (
    <>
      <ScreenTitle>{points.title}</ScreenTitle>
      <Head />
      <Contents />
      <div className="gutter mx-auto grid max-w-page gap-12 pt-6 wide:grid-cols-2 wide:gap-x-16">
        <VoteChapter />
        <Chapter id={points.scale.id} title={points.scale.title}>
          <p>{points.scale.text}</p>
          <Scale competitions={query.data?.items ?? NONE} />
        </Chapter>
        <CoefficientChapter query={query} />
        <div className="flex min-w-0 flex-col gap-12">
          <WorldChapter />
          <TransparencyChapter />
        </div>
      </div>
      <FootBar />
    </>
  )
}

/** The header. Has a back button only for a fan who came from a match, not from the tabs. */
function Head() {
  const canGoBack = useCanGoBack()
  const { hash } = useLocation()
  const [cameForChapter] = useState(hash !== '')
  return (
    <header className="relative overflow-hidden pt-(--notch) wide:pt-0">
      <StandRows />
      <div className="gutter relative mx-auto max-w-page pt-4 pb-4 wide:pt-8">
        <div className="flex items-center gap-1">
          {canGoBack && cameForChapter && <BackButton />}
          <h1 className="text-3xl">{points.title}</h1>
        </div>
        <p className="mt-2 max-w-[560px] text-quiet">{points.lead}</p>
      </div>
    </header>
  )
}

const CHAPTERS = [points.vote, points.scale, points.coefficients, points.world, points.transparency] as const

/** The table of chapters, always in reach. */
function Contents() {
  return (
    <nav aria-label={points.contents} className="sticky top-(--notch) z-10 border-b border-line bg-ground">
      <ul className="gutter mx-auto flex max-w-page [scrollbar-width:none] gap-2 overflow-x-auto py-1.5">
        {CHAPTERS.map(({ id, short }) => (
          <li key={id} className="shrink-0">
            <Link
              to="/points"
              hash={id}
              replace
              className="target flex items-center rounded-full border border-line bg-surface px-4 font-semibold hover:bg-raised"
            >
              {short}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
