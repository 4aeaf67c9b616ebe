import { useQueryClient } from '@tanstack/react-query'
import type { applyCountryCoefficients } from '@tribune/contract/operator/coefficients.ts'
import { FIRST_DIVISIONS } from '@tribune/domain/matches/competitions.ts'
import { COUNTRY_YEAR } from '@tribune/domain/results/coefficient.ts'
import { coefficients, countryTool as words } from '@tribune/french/sentences/operator/coefficients.ts'
import { act } from '../../../data/operator/act.ts'
import { type OperatorCompetitions, rereadCoefficients } from '../../../data/operator/coefficients.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ConfirmAct } from '../act-buttons.tsx'
import { useAct } from '../use-act.ts'
import { useDraft } from '../use-draft.ts'
import {
  type ProposedChange,
  type ProposedCountry,
  proposedChanges,
  touchedByCompetitions,
} from './coefficient-rows.ts'

interface ProposalFormProps {
  readonly all: OperatorCompetitions
  readonly countries: readonly ProposedCountry[]
  readonly bounds: { readonly min: number; readonly max: number }
  /** Date of the ranking, `YYYY-MM-DD`. */
  readonly asOf: string
  /** Called once the coefficients are stored. */
  readonly onApplied: () => void
}

/** The competitions of the proposed countries, before and after: the chosen ones are changed together. */
export function ProposalForm({ all, countries, bounds, asOf, onApplied }: ProposalFormProps) {
  const client = useQueryClient()
  const choice = useDraft<Record<string, boolean>, object>('country-choice', {}, {})
  const isChosen = (id: number) => choice.typed[id] ?? FIRST_DIVISIONS.has(id)
  const changes = proposedChanges(countries)
  const chosen = changes.filter(({ competition: { id, coefficient }, after }) => coefficient !== after && isChosen(id))
  const ids = chosen.map(({ competition }) => competition.id)
  const { mutate, isPending } = useAct(
    () =>
      act<typeof applyCountryCoefficients>(
        '/api/rpc/apply_country_coefficients',
        {
          as_of: asOf,
          coefficients: Object.fromEntries(chosen.map(({ competition }) => [competition.id, competition.coefficient])),
        },
        { body: { year: COUNTRY_YEAR, as_of: asOf, ...bounds, competition_ids: ids } },
      ),
    {
      done: ({ competitions_updated, matches_updated }) => words.applied(competitions_updated, matches_updated),
      onDone: () => {
        onApplied()
        choice.forget()
        return rereadCoefficients(client)
      },
      names: new Map(changes.map(({ competition }) => [String(competition.id), competition.name])),
    },
  )
  if (changes.length === 0) return <Notice>{words.noCompetitions}</Notice>
  const chooseAll = (isWanted: boolean) =>
    choice.type(Object.fromEntries(changes.map(({ competition }) => [competition.id, isWanted])))
  const touched = coefficients.touched(
    touchedByCompetitions(all, new Map(chosen.map(({ competition, after }) => [competition.id, after]))),
  )
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-bold">{words.competitions}</legend>
      <p className="mb-2 text-sm text-quiet">{words.onlyFirst}</p>
      <div className="mb-2 flex flex-wrap gap-2">
        <Button onClick={() => chooseAll(true)}>{words.all}</Button>
        <Button onClick={() => chooseAll(false)}>{words.none}</Button>
      </div>
      <ul>
        {changes.map((change) => (
          <ChangeRow
            key={change.competition.id}
            change={change}
            isChosen={isChosen(change.competition.id)}
            onChoose={(isWanted) => choice.type({ [change.competition.id]: isWanted })}
          />
        ))}
      </ul>
      <p role="status" className="my-3 text-sm">
        {words.chosen(chosen.length)} {chosen.length > 0 && touched}
      </p>
      <ConfirmAct
        label={words.apply}
        title={words.applyTitle(chosen.length)}
        consequence={touched}
        tone="plain"
        busy={isPending}
        disabled={chosen.length === 0}
        onConfirm={() => mutate(undefined)}
      >
        <ul className="mb-4">
          {chosen.map(({ competition: { id, name, coefficient }, country, after }) => (
            <li key={id} className="flex justify-between gap-3 border-t border-line py-1.5">
              <span className="min-w-0 [overflow-wrap:anywhere]">{words.named(name, country)}</span>
              <span className="figures shrink-0 font-bold">{coefficients.change(coefficient, after)}</span>
            </li>
          ))}
        </ul>
      </ConfirmAct>
    </fieldset>
  )
}

interface ChangeRowProps {
  readonly change: ProposedChange
  readonly isChosen: boolean
  readonly onChoose: (isChosen: boolean) => void
}

function ChangeRow({ change: { competition, country, after }, isChosen, onChoose }: ChangeRowProps) {
  const { name, coefficient } = competition
  const isSame = coefficient === after
  return (
    <li className="border-t border-line">
      <label className="target flex items-center gap-3 py-1.5">
        <input
          type="checkbox"
          checked={isChosen && !isSame}
          disabled={isSame}
          onChange={(event) => onChoose(event.target.checked)}
          className="size-5 shrink-0 accent-text"
        />
        <span className="min-w-0 flex-1 leading-tight">
          <bdi className="block font-semibold [overflow-wrap:anywhere]">{name}</bdi>
          <span className="block text-sm text-quiet">{country}</span>
        </span>
        <span className={`figures text-right ${isSame ? 'text-quiet' : 'font-bold'}`}>
          {isSame ? words.unchanged : coefficients.change(coefficient, after)}
        </span>
      </label>
    </li>
  )
}
