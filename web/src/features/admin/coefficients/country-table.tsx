import { rating as points } from '@tribune/french/format/numbers.ts'
import { coefficients, countryTool as words } from '@tribune/french/sentences/operator/coefficients.ts'
import { ScrollRegion } from '../scroll-region.tsx'
import type { ProposedCountry } from './coefficient-rows.ts'

const HEAD = 'px-2 py-2 font-semibold'

/** The first thirty countries, and the coefficient of each. */
export function CountryTable({ countries }: { readonly countries: readonly ProposedCountry[] }) {
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
