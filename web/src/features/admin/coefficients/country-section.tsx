import { useQuery } from '@tanstack/react-query'
import { COEFFICIENT_SCALE, COUNTRY_SCALE } from '@tribune/domain/results/coefficient.ts'
import { longDay, noonOf } from '@tribune/french/format/dates.ts'
import { rating as points, coefficient as written } from '@tribune/french/format/numbers.ts'
import { coefficients, countryTool as words } from '@tribune/french/sentences/operator/coefficients.ts'
import {
  type CountryRanking,
  countryRankingQuery,
  type OperatorCompetitions,
} from '../../../data/operator/coefficients.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { ErrorNotice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ScrollRegion } from '../scroll-region.tsx'
import { Section } from '../section.tsx'
import { useDraft } from '../use-draft.ts'
import { type ProposedCountry, proposedCountries } from './coefficient-rows.ts'
import { DecimalField, readDecimal } from './decimal-field.tsx'
import { ProposalForm } from './proposal-form.tsx'

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
