import { useQueryClient } from '@tanstack/react-query'
import type { setCmTable } from '@tribune/contract/competitions.ts'
import {
  COEFFICIENT_SCALE,
  MATCH_PHASES,
  type Phase,
  type PhaseCoefficient,
} from '@tribune/domain/results/coefficient.ts'
import { coefficient as written } from '@tribune/french/format/numbers.ts'
import { coefficients, phaseTool as words } from '@tribune/french/sentences/operator/coefficients.ts'
import { points } from '@tribune/french/sentences/points.ts'
import { act } from '../../../data/operator/act.ts'
import { type OperatorCompetitions, rereadCoefficients } from '../../../data/operator/coefficients.ts'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../section.tsx'
import { useAct } from '../use-act.ts'
import { useDraft } from '../use-draft.ts'
import { changedPhases, touchedByPhases } from './coefficient-rows.ts'
import { DecimalField, readDecimal } from './decimal-field.tsx'

const nameOf = (phase: Phase) => (phase === 'derby_multiplier' ? words.derby : points.coefficients.phases[phase])

/** Coefficients of phases, and the derby multiplier: saved together, and only those that were changed. */
export function PhaseSection({ all }: { readonly all: OperatorCompetitions }) {
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
      done: ({ matches_updated }) => words.saved(matches_updated),
      onDone: async () => {
        await rereadCoefficients(client)
        draft.clear()
      },
      onChanged: (current) => draft.look({ ...draft.seen, ...current }),
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
              onChange={(next) => draft.type({ [phase]: next })}
              readOnly={isPending}
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
            {draft.isTyped && (
              <Button tone="quiet" onClick={draft.clear}>
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
