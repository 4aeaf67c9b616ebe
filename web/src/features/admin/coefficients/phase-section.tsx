import { useQueryClient } from '@tanstack/react-query'
import type { setCmTable } from '@tribune/contract/competitions.ts'
import { COEFFICIENT_SCALE, MATCH_PHASES, type Phase, type PhaseCoefficient } from '@tribune/domain/coefficient.ts'
import { coefficient as written } from '@tribune/french/format/numbers.ts'
import { coefficients, phaseTool as words } from '@tribune/french/sentences/operator/coefficients.ts'
import { points } from '@tribune/french/sentences/points.ts'
import { useState } from 'react'
import { type OperatorCompetitions, rereadCoefficients } from '../../../data/operator/coefficients.ts'
import { call } from '../../../lib/http/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../section.tsx'
import { useAct } from '../use-act.ts'
import { changedPhases, touchedByPhases } from './coefficient-rows.ts'
import { DecimalField } from './decimal-field.tsx'
import { readDecimal } from './decimal-rules.ts'

const NOTHING: ReadonlyMap<Phase, string> = new Map()
const nameOf = (phase: Phase) => (phase === 'derby_multiplier' ? words.derby : points.coefficients.phases[phase])

/** Coefficients of phases, and the derby multiplier: saved together, and only those that were changed. */
export function PhaseSection({ all }: { readonly all: OperatorCompetitions }) {
  const client = useQueryClient()
  const [drafts, setDrafts] = useState(NOTHING)
  const stored = new Map(all.phases.map(({ phase, coefficient }) => [phase, coefficient]))
  const fields = MATCH_PHASES.map((phase) => {
    const text = drafts.get(phase) ?? written(stored.get(phase) ?? 1)
    return { phase, text, ...readDecimal(text, COEFFICIENT_SCALE) }
  })
  const isWrong = fields.some(({ value }) => value === null)
  const changes = changedPhases(
    all.phases,
    new Map(fields.flatMap(({ phase, value }) => (value === null ? [] : [[phase, value]]))),
  )
  const { mutate, isPending } = useAct(
    (table: PhaseCoefficient[]) => call<typeof setCmTable>('POST', '/api/rpc/set_cm_table', { body: { table } }),
    {
      done: ({ matches_updated }) => words.saved(matches_updated),
      onDone: async () => {
        await rereadCoefficients(client)
        setDrafts(NOTHING)
      },
    },
  )
  const canSave = !isWrong && changes.length > 0
  return (
    <Section title={words.title} intro={words.intro}>
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
              onChange={(next) => setDrafts(new Map([...drafts, [phase, next]]))}
              scale={COEFFICIENT_SCALE}
              error={error}
            />
          ))}
        </div>
        <div className="mt-4 flex flex-wrap items-center gap-2">
          <p role="status" className="min-w-0 flex-1 basis-52 text-sm">
            {changes.length === 0 ? words.unchanged : coefficients.touched(touchedByPhases(all, changes))}
          </p>
          <div className="ml-auto flex gap-2">
            {drafts.size > 0 && (
              <Button tone="quiet" onClick={() => setDrafts(NOTHING)}>
                {coefficients.undo}
              </Button>
            )}
            <Button type="submit" tone="action" busy={isPending} disabled={!canSave}>
              {words.save(changes.length)}
            </Button>
          </div>
        </div>
      </form>
    </Section>
  )
}
