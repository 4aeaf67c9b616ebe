import { useQuery } from '@tanstack/react-query'
import {
  competitionTool,
  countryTool,
  derbyTool,
  phaseTool,
  seasons,
  coefficients as words,
} from '@tribune/french/sentences/operator/coefficients.ts'
import { marked } from '@tribune/french/sentences/operator/recalculation.ts'
import { useState } from 'react'
import {
  derbiesQuery,
  type OperatorCompetitions,
  operatorCompetitionsQuery,
  operatorSeasonsQuery,
} from '../../../data/operator/coefficients.ts'
import { recalculationQuery } from '../../../data/operator/recalculation.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNotice, Notice } from '../../../ui/notice.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { MarkedMatches } from '../recalculation/recalculate-all.tsx'
import { Contents, Section } from '../section.tsx'
import { TabWaiting, useAllAnswered } from '../tab-waiting.tsx'
import { filterCompetitions } from './coefficient-rows.ts'
import { CompetitionRow } from './competition-row.tsx'
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

/** Rows that are added at a time: the sections below stay within reach. */
const ROWS = 40

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

/** Competitions: searched, shown or hidden, and weighed. */
function CompetitionSection({ all }: { readonly all: OperatorCompetitions }) {
  const [search, setSearch] = useState('')
  const [rows, setRows] = useState(ROWS)
  const found = filterCompetitions(all.items, search)
  return (
    <Section title={competitionTool.title} intro={competitionTool.intro}>
      {all.items.length === 0 ? (
        <Notice>{competitionTool.none}</Notice>
      ) : (
        <>
          <SearchField label={competitionTool.search} value={search} onChange={setSearch} className="mb-2" />
          <p role="status" className="mb-2 text-sm text-quiet">
            {found.length === 0
              ? competitionTool.notFound(search.trim())
              : competitionTool.found(found.length, all.items.length)}
          </p>
          <ul className="flex flex-col">
            {found.slice(0, rows).map((competition) => (
              <CompetitionRow key={competition.id} competition={competition} all={all} />
            ))}
          </ul>
          {found.length > rows && (
            <Button className="mt-2 w-full" onClick={() => setRows(rows + ROWS)}>
              {competitionTool.more(Math.min(ROWS, found.length - rows))}
            </Button>
          )}
        </>
      )}
    </Section>
  )
}
