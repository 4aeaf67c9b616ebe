import { useQuery } from '@tanstack/react-query'
import {
  competitionTool,
  countryTool,
  derbyTool,
  phaseTool,
  coefficients as words,
} from '@tribune/french/sentences/operator/coefficients.ts'
import { marked } from '@tribune/french/sentences/operator/recalculation.ts'
import { seasons } from '@tribune/french/sentences/operator/seasons.ts'
import { derbiesQuery, operatorCompetitionsQuery } from '../../../data/operator/coefficients.ts'
import { recalculationQuery } from '../../../data/operator/recalculation.ts'
import { operatorSeasonsQuery } from '../../../data/operator/seasons.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { ErrorNotice } from '../../../ui/notice.tsx'
import { Contents } from '../contents.tsx'
import { MarkedMatches } from '../recalculation/marked-matches.tsx'
import { TabWaiting } from '../tab-waiting.tsx'
import { useAllAnswered } from '../use-all-answered.ts'
import { CompetitionSection } from './competition-section.tsx'
import { CountrySection } from './country-section.tsx'
import { DerbySection } from './derby-section.tsx'
import { PhaseSection } from './phase-section.tsx'
import { SeasonsSection } from './seasons-section.tsx'

const PARTS = [
  ['marked', marked.title],
  ['competitions', competitionTool.title],
  ['phases', phaseTool.title],
  ['derbies', derbyTool.title],
  ['seasons', seasons.title],
  ['countries', countryTool.title],
] as const

/** Coefficients: of competitions and phases, derbies, and what the ranking of countries proposes (spec sections 2, 5 and 9). */
export function CoefficientsTab() {
  const { data, error, refetch } = useQuery(operatorCompetitionsQuery)
  const parts = [useQuery(recalculationQuery), useQuery(derbiesQuery), useQuery(operatorSeasonsQuery)]
  const areAnswered = useAllAnswered(parts)
  if (data === undefined && error !== null) {
    return <ErrorNotice message={words.failed(messageOf(error))} error={error} onRetry={() => refetch()} />
  }
  if (data === undefined || !areAnswered) return <TabWaiting />
  return (
    <>
      <p className="max-w-prose text-quiet">{words.intro}</p>
      <Contents label={words.contents} parts={PARTS} />
      <div id="marked">
        <MarkedMatches />
      </div>
      <div id="competitions">
        <CompetitionSection all={data} />
      </div>
      <div id="phases">
        <PhaseSection all={data} />
      </div>
      <div id="derbies">
        <DerbySection phases={data.phases} />
      </div>
      <div id="seasons">
        <SeasonsSection />
      </div>
      {/* Last: it waits for another server, and is higher once it has come. */}
      <div id="countries">
        <CountrySection all={data} />
      </div>
    </>
  )
}
