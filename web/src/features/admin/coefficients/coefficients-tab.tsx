import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { setCmTable } from '@tribune/contract/competitions.ts'
import {
  COEFFICIENT_SCALE,
  MATCH_PHASES,
  type Phase,
  type PhaseCoefficient,
} from '@tribune/domain/results/coefficient.ts'
import { coefficient as written } from '@tribune/french/format/numbers.ts'
import {
  competitionTool,
  countryTool,
  derbyTool,
  phaseTool,
  seasons,
  coefficients as words,
} from '@tribune/french/sentences/operator/coefficients.ts'
import { marked } from '@tribune/french/sentences/operator/recalculation.ts'
import { points } from '@tribune/french/sentences/points.ts'
import { useState } from 'react'
import { act } from '../../../data/operator/act.ts'
import {
  derbiesQuery,
  type OperatorCompetitions,
  operatorCompetitionsQuery,
  operatorSeasonsQuery,
  rereadCoefficients,
} from '../../../data/operator/coefficients.ts'
import { recalculationQuery } from '../../../data/operator/recalculation.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNotice, Notice } from '../../../ui/notice.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { MarkedMatches } from '../recalculation.tsx'
import { Contents, Section } from '../section.tsx'
import { TabWaiting, useAllAnswered } from '../tab-waiting.tsx'
import { useAct } from '../use-act.ts'
import { useDraft } from '../use-draft.ts'
import { changedPhases, filterCompetitions, touchedByPhases } from './coefficient-rows.ts'
import { CompetitionRow } from './competition-row.tsx'
import { CountrySection } from './country-section.tsx'
import { DecimalField, readDecimal } from './decimal-field.tsx'
import { DerbySection } from './derby-section.tsx'
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

const nameOf = (phase: Phase) => (phase === 'derby_multiplier' ? phaseTool.derby : points.coefficients.phases[phase])

/** Coefficients of phases, and the derby multiplier: saved together, and only those that were changed. */
function PhaseSection({ all }: { readonly all: OperatorCompetitions }) {
  const client = useQueryClient()
  const stored = Object.fromEntries(all.phases.map(({ phase, coefficient }) => [phase, coefficient]))
  const texts = Object.fromEntries(MATCH_PHASES.map((phase) => [phase, written(stored[phase] ?? 1)]))
  const draft = useDraft('phases', texts, stored)
  const fields = MATCH_PHASES.map((phase) => {
    const text = draft.typed[phase] ?? ''
    return { phase, text, ...readDecimal(text, COEFFICIENT_SCALE) }
  })
  const isWrong = fields.some(({ value }) => value === null)
  // A field that was not typed into follows what is stored.
  const touched = fields.flatMap(({ phase, value }) =>
    value === null || draft.touched[phase] === undefined ? [] : [[phase, value] as const],
  )
  const changes = changedPhases(
    MATCH_PHASES.map((phase) => ({ phase, coefficient: draft.seen[phase] ?? 1 })),
    new Map(touched),
  )
  const { mutate, isPending } = useAct(
    (table: PhaseCoefficient[]) => {
      const seen = Object.fromEntries(table.map(({ phase }) => [phase, draft.seen[phase] ?? 1]))
      return act<typeof setCmTable>('/api/rpc/set_cm_table', seen, { body: { table } })
    },
    {
      done: ({ matches_updated }) => phaseTool.saved(matches_updated),
      onDone: async () => {
        await rereadCoefficients(client)
        draft.clear()
      },
      onChanged: (current) => draft.look({ ...draft.seen, ...current }),
    },
  )
  const canSave = !isWrong && changes.length > 0
  return (
    <Section title={phaseTool.title} intro={phaseTool.intro}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (canSave) mutate(changes)
        }}
      >
        <div className="grid grid-cols-2 items-start gap-3 wide:grid-cols-4">
          {fields.map(({ phase, text, error }) => (
            <DecimalField
              key={phase}
              label={nameOf(phase)}
              value={text}
              onChange={(next) => draft.type({ [phase]: next })}
              readOnly={isPending}
              scale={COEFFICIENT_SCALE}
              error={error}
            />
          ))}
        </div>
        <div className="mt-4 flex flex-wrap items-center gap-2">
          <p role="status" className="min-w-0 flex-1 basis-52 text-sm">
            {changes.length === 0 ? phaseTool.unchanged : words.touched(touchedByPhases(all, changes))}
          </p>
          <div className="ml-auto flex gap-2">
            {draft.isTyped && (
              <Button tone="quiet" onClick={draft.clear}>
                {words.undo}
              </Button>
            )}
            <Button type="submit" tone="action" busy={isPending} disabled={!canSave}>
              {phaseTool.save(changes.length)}
            </Button>
          </div>
        </div>
      </form>
    </Section>
  )
}
