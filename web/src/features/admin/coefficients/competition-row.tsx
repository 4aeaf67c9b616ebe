import { useQueryClient } from '@tanstack/react-query'
import type { setCompetitionCc, setCompetitionEnabled } from '@tribune/contract/competitions.ts'
import { COEFFICIENT_SCALE, countMatches } from '@tribune/domain/results/coefficient.ts'
import { countryInFrench } from '@tribune/french/countries.ts'
import { coefficient as written } from '@tribune/french/format/numbers.ts'
import { coefficients, competitionTool as words } from '@tribune/french/sentences/operator/coefficients.ts'
import { useState } from 'react'
import { act } from '../../../data/operator/act.ts'
import {
  type OperatorCompetitions,
  rereadCoefficients,
  type WeighedCompetition,
} from '../../../data/operator/coefficients.ts'
import { Button } from '../../../ui/button.tsx'
import { Crest } from '../../../ui/picture.tsx'
import { ConfirmDialog } from '../act-buttons.tsx'
import { useAct } from '../use-act.ts'
import { useDraft } from '../use-draft.ts'
import { touchedByCompetitions } from './coefficient-rows.ts'
import { DecimalField, readDecimal } from './decimal-field.tsx'

interface CompetitionRowProps {
  readonly competition: WeighedCompetition
  readonly all: OperatorCompetitions
}

/** One competition: its country and matches, whether it is shown, and its coefficient. */
export function CompetitionRow({ competition, all }: CompetitionRowProps) {
  const { id, name, country, logo } = competition
  return (
    <li className="border-t border-line py-3">
      <div className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-2 wide:grid-cols-[auto_1fr_auto_auto]">
        <Crest name={name} id={id} src={logo} size={36} />
        <p className="col-span-2 min-w-0 leading-tight wide:col-span-1">
          <bdi className="block font-bold [overflow-wrap:anywhere]">{name}</bdi>
          <span className="block text-sm text-quiet">
            {country === '' ? words.noCountry : countryInFrench(country)} ·{' '}
            {words.matches(countMatches(competition.groups))}
          </span>
        </p>
        <ShownSwitch competition={competition} />
        <CoefficientForm competition={competition} all={all} />
      </div>
    </li>
  )
}

/** Returns whether the competition is shown and counts. Hiding it, which every fan sees at once, is asked for. */
function ShownSwitch({ competition: { id, name, enabled } }: Pick<CompetitionRowProps, 'competition'>) {
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const { mutate, isPending } = useAct(
    (next: boolean) =>
      act<typeof setCompetitionEnabled>(
        '/api/rpc/set_competition_enabled',
        { enabled: !next },
        { body: { id, enabled: next } },
      ),
    {
      done: (now) => (now.enabled ? words.nowShown(name) : words.nowHidden(name)),
      onDone: () => rereadCoefficients(client),
    },
  )
  const change = () => (enabled ? setAsking(true) : mutate(true))
  return (
    <>
      <button
        type="button"
        role="switch"
        aria-checked={enabled}
        aria-label={words.isShown(name)}
        aria-busy={isPending || undefined}
        onClick={() => !isPending && change()}
        className="target col-start-3 row-start-2 flex items-center gap-2 rounded-inner px-1 text-sm font-semibold hover:bg-raised wide:row-start-1"
      >
        <span aria-hidden="true" className="w-[4.6em] text-right">
          {enabled ? words.shown : words.hidden}
        </span>
        <span
          aria-hidden="true"
          className={`flex h-6 w-10 items-center rounded-full border-2 p-0.5 ${enabled ? 'justify-end border-text bg-text' : 'border-edge bg-ground'} ${isPending ? 'breathe' : ''}`}
        >
          <span className={`size-4 rounded-full ${enabled ? 'bg-ground' : 'bg-edge'}`} />
        </span>
      </button>
      <ConfirmDialog
        label={words.hide}
        title={words.hideTitle(name)}
        consequence={words.hideConsequence}
        open={asking}
        onOpenChange={setAsking}
        onConfirm={() => mutate(false)}
      />
    </>
  )
}

/** The coefficient: what is wrong with it, or how many matches it touches, before it is saved. */
function CoefficientForm({ competition: { id, name, coefficient }, all }: CompetitionRowProps) {
  const client = useQueryClient()
  const draft = useDraft(`competition:${id}`, { text: written(coefficient) }, { coefficient })
  const { text } = draft.typed
  const seen = draft.seen.coefficient
  const { value, error } = readDecimal(text, COEFFICIENT_SCALE)
  const isChanged = draft.isTyped && value !== seen
  const { mutate, isPending } = useAct(
    (next: number) =>
      act<typeof setCompetitionCc>('/api/rpc/set_competition_cc', draft.seen, { body: { id, coefficient: next } }),
    {
      done: ({ matches_updated }) => words.saved(name, value ?? coefficient, matches_updated),
      onDone: async () => {
        await rereadCoefficients(client)
        draft.clear()
      },
      onChanged: draft.look,
    },
  )
  return (
    <form
      noValidate
      className="contents"
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged && value !== null) mutate(value)
      }}
    >
      <DecimalField
        label={words.coefficientOf(name)}
        hiddenLabel
        value={text}
        onChange={(next) => draft.type({ text: next })}
        readOnly={isPending}
        scale={COEFFICIENT_SCALE}
        error={error}
        className="col-start-2 row-start-2 max-w-32 wide:col-start-4 wide:row-start-1 wide:w-28"
      />
      {isChanged && (
        <div className="col-span-full flex flex-wrap items-center gap-2">
          <p role="status" className="min-w-0 flex-1 basis-52 text-sm">
            {value !== null && (
              <>
                <span className="figures font-bold">{coefficients.change(seen, value)}</span>{' '}
                {coefficients.touched(touchedByCompetitions(all, new Map([[id, value]])))}
              </>
            )}
          </p>
          <div className="ml-auto flex gap-2">
            <Button tone="quiet" aria-label={words.undoOf(name)} onClick={draft.clear}>
              {coefficients.undo}
            </Button>
            <Button
              type="submit"
              tone="action"
              aria-label={words.saveOf(name)}
              busy={isPending}
              disabled={value === null}
            >
              {coefficients.save}
            </Button>
          </div>
        </div>
      )}
    </form>
  )
}
