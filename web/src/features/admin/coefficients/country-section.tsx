import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { applyCountryCoefficients } from '@tribune/contract/operator/coefficients.ts'
import { FIRST_DIVISIONS } from '@tribune/domain/matches/competitions.ts'
import { COEFFICIENT_SCALE, COUNTRY_SCALE, COUNTRY_YEAR } from '@tribune/domain/results/coefficient.ts'
import { longDay, noonOf } from '@tribune/french/format/dates.ts'
import { rating as points, coefficient as written } from '@tribune/french/format/numbers.ts'
import { coefficients, countryTool as words } from '@tribune/french/sentences/operator/coefficients.ts'
import { act } from '../../../data/operator/act.ts'
import {
  type CountryRanking,
  countryRankingQuery,
  type OperatorCompetitions,
  rereadCoefficients,
} from '../../../data/operator/coefficients.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNotice, Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ConfirmAct } from '../act-buttons.tsx'
import { ScrollRegion } from '../scroll-region.tsx'
import { Section } from '../section.tsx'
import { useAct } from '../use-act.ts'
import { useDraft } from '../use-draft.ts'
import {
  type ProposedChange,
  type ProposedCountry,
  proposedChanges,
  proposedCountries,
  touchedByCompetitions,
} from './coefficient-rows.ts'
import { DecimalField, readDecimal } from './decimal-field.tsx'

/** Bounds are written in tenths (spec section 5). */
const BOUND_SCALE = { min: COUNTRY_SCALE.step, max: COEFFICIENT_SCALE.max, step: COUNTRY_SCALE.step }

/** Bounds while nothing is typed. */
const FIRST_BOUNDS = { min: written(COUNTRY_SCALE.min), max: written(COUNTRY_SCALE.max) }

/** Shows the coefficients that the ranking of countries proposes for their competitions. */
export function CountrySection({ all }: { readonly all: OperatorCompetitions }) {
  const { data, error, refetch } = useQuery(countryRankingQuery)
  return (
    <Section title={words.title} intro={words.intro}>
      {data === undefined && error !== null && (
        <ErrorNotice message={words.failed(messageOf(error))} error={error} onRetry={() => refetch()} />
      )}
      {data === undefined && error === null && <Skeleton className="h-64 w-full" />}
      {data !== undefined && <Proposal all={all} ranking={data} />}
    </Section>
  )
}

interface ProposalProps {
  readonly all: OperatorCompetitions
  readonly ranking: CountryRanking
}

function Proposal({ all, ranking }: ProposalProps) {
  const { typed, type, forget } = useDraft('country-bounds', FIRST_BOUNDS, {})
  const { min, max } = typed
  const [low, high] = [readDecimal(min, BOUND_SCALE), readDecimal(max, BOUND_SCALE)]
  const isCrossed = low.value !== null && high.value !== null && low.value > high.value
  const bounds = low.value === null || high.value === null || isCrossed ? null : { min: low.value, max: high.value }
  const countries = bounds === null ? null : proposedCountries(ranking, bounds, all.items)
  return (
    <>
      <p className="mb-4 text-sm text-quiet">
        {words.source(ranking.source, longDay(noonOf(ranking.as_of), 'fr'), ranking.count)}
      </p>
      <div className="mb-4 grid max-w-sm grid-cols-2 gap-3">
        <DecimalField
          label={words.min}
          value={min}
          onChange={(text) => type({ min: text })}
          scale={BOUND_SCALE}
          error={low.error}
        />
        <DecimalField
          label={words.max}
          value={max}
          onChange={(text) => type({ max: text })}
          scale={BOUND_SCALE}
          error={isCrossed ? words.crossed : high.error}
        />
      </div>
      {countries !== null && bounds !== null && (
        <div className="grid gap-6 wide:grid-cols-2">
          <CountryTable countries={countries} />
          <ProposalForm all={all} countries={countries} bounds={bounds} asOf={ranking.as_of} onApplied={forget} />
        </div>
      )}
    </>
  )
}

const HEAD = 'px-2 py-2 font-semibold'

/** The first thirty countries, and the coefficient of each. */
function CountryTable({ countries }: { readonly countries: readonly ProposedCountry[] }) {
  return (
    <ScrollRegion
      label={words.table}
      className="max-h-[480px] min-w-0 rounded-inner border border-line wide:max-h-none"
    >
      <table className="figures w-full text-left">
        <caption className="sr-only">{words.table}</caption>
        <thead className="sticky top-0 bg-raised text-sm">
          <tr>
            <th scope="col" className={HEAD}>
              {words.rank}
            </th>
            <th scope="col" className={HEAD}>
              {words.country}
            </th>
            <th scope="col" className={`${HEAD} text-right`}>
              {words.points}
            </th>
            <th scope="col" className={`${HEAD} text-right`}>
              {words.coefficient}
            </th>
          </tr>
        </thead>
        <tbody>
          {countries.map(({ rank, code, country, points: sum, coefficient }) => (
            <tr key={code} className="border-t border-line">
              <td className="px-2 py-1.5 text-quiet">{rank}</td>
              <th scope="row" className="px-2 py-1.5 font-semibold">
                {country}
              </th>
              <td className="px-2 py-1.5 text-right">{points(sum)}</td>
              <td className="px-2 py-1.5 text-right font-bold whitespace-nowrap">{coefficients.times(coefficient)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

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
function ProposalForm({ all, countries, bounds, asOf, onApplied }: ProposalFormProps) {
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
