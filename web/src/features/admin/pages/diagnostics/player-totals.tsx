import { useQuery } from '@tanstack/react-query'
import { compareTotals } from '@tribune/domain/operator/diagnostics.ts'
import { count } from '@tribune/french/format/numbers.ts'
import { values, analysis as words } from '@tribune/french/sentences/operator/diagnostic-pages.ts'
import { playerTotalsQuery } from '../../../../data/operator/pages.ts'
import { DataTable } from '../parts/data-table.tsx'
import { CheckList } from '../parts/facts-and-checks.tsx'
import { Reading } from '../parts/reading.tsx'

const MARKS = { same: 'good', none: 'info', missing: 'warn', left_over: 'warn', different: 'warn' } as const

/** Compares a player's stored season row with the sum of their matches. */
export function PlayerTotals({ id }: { readonly id: number }) {
  const totals = useQuery(playerTotalsQuery(id))
  const figure = (value: number | null) => (value === null ? values.none : count(value))
  return (
    <Reading of={totals}>
      {({ stored, added, season }) => {
        const { verdict, totals: pairs } = compareTotals(stored, added)
        return (
          <div className="flex flex-col gap-3">
            <p className="text-quiet">{words.ofSeason(words.season(season.name, season.label))}</p>
            <CheckList checks={[{ mark: MARKS[verdict], text: words.verdicts[verdict] }]} />
            <DataTable
              caption={words.comparison}
              rows={pairs}
              keyOf={({ name }) => name}
              columns={[
                { head: words.total, cell: ({ name }) => words.totals[name] },
                { head: words.stored, figures: true, cell: (pair) => figure(pair.stored) },
                {
                  head: words.added,
                  figures: true,
                  cell: (pair) => <span className={pair.same ? '' : 'font-bold text-warn'}>{figure(pair.added)}</span>,
                },
              ]}
            />
          </div>
        )
      }}
    </Reading>
  )
}
