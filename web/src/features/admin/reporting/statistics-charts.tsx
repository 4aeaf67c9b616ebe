import type { Statistics } from '@tribune/contract/operator/reporting.ts'
import { BarChart } from './bar-chart.tsx'
import { chartsOf } from './chart-rows.ts'

/** The figures over time: one column on a phone, two from 900 px. */
export function StatisticsCharts({ statistics }: { readonly statistics: Statistics }) {
  return (
    <div className="grid gap-x-8 gap-y-6 wide:grid-cols-2">
      {chartsOf(statistics).map((chart) => (
        <BarChart key={chart.title} chart={chart} />
      ))}
    </div>
  )
}
