import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { area } from '@tribune/french/sentences/operator/area.ts'
import {
  check,
  correction,
  demo,
  excluded,
  qualification,
  sync,
  tools as words,
} from '@tribune/french/sentences/operator/diagnostics.ts'
import { notices } from '@tribune/french/sentences/operator/notices.ts'
import { matchLinks as links } from '@tribune/french/sentences/operator/one-match.ts'
import { all, marked, one } from '@tribune/french/sentences/operator/recalculation.ts'
import { type ComponentType, useEffect } from 'react'
import { demoMatchQuery, excludedMatchesQuery } from '../../../data/operator/diagnostics.ts'
import { operatorNoticeQuery } from '../../../data/operator/notices.ts'
import { recalculationQuery } from '../../../data/operator/recalculation.ts'
import { Contents } from '../contents.tsx'
import { NoticeSection } from '../notice/notice-section.tsx'
import { MatchLinks } from '../one-match/match-links.tsx'
import { MarkedMatches } from '../recalculation/marked-matches.tsx'
import { RecalculateAll } from '../recalculation/recalculate-all.tsx'
import { RecalculateOne } from '../recalculation/recalculate-one.tsx'
import { Section } from '../section.tsx'
import { TabWaiting } from '../tab-waiting.tsx'
import { useAllAnswered } from '../use-all-answered.ts'
import { DemoMatch } from './demo-match.tsx'
import { ExcludedMatches, FIRST_EXCLUDED } from './excluded-matches.tsx'
import { ManualSync } from './manual-sync.tsx'
import { MatchCheck } from './match-check.tsx'
import { MatchCorrection } from './match-correction.tsx'
import { QualificationCheck } from './qualification-check.tsx'

const route = getRouteApi('/admin')

interface Tool {
  readonly id: string
  readonly title: string
  readonly Part: ComponentType
}

/** Tools that change data, and below those that read or concern all fans: side by side from 900 px. The lists stand below both, as wide as the page. */
const ACTS: readonly Tool[] = [
  { id: 'match', title: one.title, Part: RecalculateOne },
  { id: 'marked', title: marked.title, Part: MarkedMatches },
  { id: 'all', title: all.title, Part: RecalculateAll },
  { id: 'sync', title: sync.title, Part: ManualSync },
  { id: 'correct', title: correction.title, Part: MatchCorrection },
]
const CHECKS: readonly Tool[] = [
  { id: 'check', title: check.title, Part: MatchCheck },
  { id: 'qualification', title: qualification.title, Part: QualificationCheck },
  { id: 'demo', title: demo.title, Part: DemoMatch },
  { id: 'notice', title: notices.title, Part: NoticeSection },
]
const LISTS: readonly Tool[] = [{ id: 'excluded', title: excluded.title, Part: ExcludedMatches }]

/** On a phone the tools stand one below the other, and the last one is far. */
const PARTS = [...ACTS, ...CHECKS, ...LISTS].map(({ id, title }) => [id, title] as const)

/** Diagnostics: the operator's tools (spec section 2, "Admin"). */
export function DiagnosticsTab() {
  const reads = [
    useQuery(recalculationQuery),
    useQuery(demoMatchQuery),
    useQuery(excludedMatchesQuery(FIRST_EXCLUDED)),
    useQuery(operatorNoticeQuery),
  ]
  const { match } = route.useSearch()
  const areAnswered = useAllAnswered(reads)
  // The tool that the address names is drawn only once all have answered.
  useEffect(() => {
    if (areAnswered) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [areAnswered])
  if (!areAnswered) return <TabWaiting />
  return (
    <>
      <h2 className="sr-only">{area.tabs.diagnostics}</h2>
      <Contents label={words.contents} parts={PARTS} className="wide:hidden" />
      {match !== undefined && (
        <Section title={links.title(match)}>
          <MatchLinks id={match} />
        </Section>
      )}
      <div key={match} className="grid grid-cols-1 items-start gap-6 wide:grid-cols-2">
        <Tools of={ACTS} />
        <Tools of={CHECKS} />
      </div>
      <Tools of={LISTS} />
    </>
  )
}

function Tools({ of }: { readonly of: readonly Tool[] }) {
  return (
    <div className="flex min-w-0 flex-col gap-6">
      {of.map(({ id, Part }) => (
        <div key={id} id={id}>
          <Part />
        </div>
      ))}
    </div>
  )
}
