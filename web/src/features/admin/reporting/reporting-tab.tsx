import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Statistics } from '@tribune/contract/operator/reporting.ts'
import { votesPerVoter } from '@tribune/domain/operator/diagnostics.ts'
import { count } from '@tribune/french/format/numbers.ts'
import { reporting as words } from '@tribune/french/sentences/operator/reporting.ts'
import { RefreshCw } from 'lucide'
import {
  REPORTED_MATCHES,
  recountStatistics,
  reportedMatchesQuery,
  statisticsQuery,
} from '../../../data/operator/reporting.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { useNow } from '../../../lib/state/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ErrorNotice } from '../../../ui/notice.tsx'
import { Section } from '../section.tsx'
import { TabWaiting, useAllAnswered } from '../tab-waiting.tsx'
import { useAct } from '../use-act.ts'
import { BarChart } from './bar-chart.tsx'
import { chartsOf } from './chart-rows.ts'
import { MatchTable, useTableAddress } from './match-table.tsx'

const AGE_MS = 15_000

/** Reporting: six figures, their charts, and the table of finished matches (spec section 2, "Reporting tab"). */
export function ReportingTab() {
  const { data, error, refetch } = useQuery(statisticsQuery)
  const areAnswered = useAllAnswered([useQuery(reportedMatchesQuery(useTableAddress().shown))])
  if (data === undefined && error !== null) {
    return <ErrorNotice message={words.failed(messageOf(error))} error={error} onRetry={() => refetch()} />
  }
  if (data === undefined || !areAnswered) return <TabWaiting />
  return (
    <>
      <Section title={words.figures} intro={<Age readAt={data.read_at} />} actions={<Recount />}>
        <FigureCards statistics={data} />
      </Section>
      <Section title={words.charts.title}>
        <StatisticsCharts statistics={data} />
      </Section>
      <MatchTable />
    </>
  )
}

/** How old the figures are, on the server's clock. */
function Age({ readAt }: { readonly readAt: string }) {
  const now = useNow(AGE_MS)
  return words.age(Math.max(0, (now.getTime() - Date.parse(readAt)) / 1_000))
}

/** Clears what the server keeps, and reads everything again. */
function Recount() {
  const client = useQueryClient()
  const { mutate, isPending } = useAct(recountStatistics, {
    done: () => words.refreshed,
    failed: (cause) => words.failed(messageOf(cause)),
    onDone: (statistics) => {
      client.setQueryData(statisticsQuery.queryKey, statistics)
      return client.invalidateQueries({ queryKey: REPORTED_MATCHES })
    },
  })
  return (
    <Button busy={isPending} onClick={() => mutate()}>
      <Icon of={RefreshCw} size={18} className={isPending ? 'breathe' : undefined} />
      {words.refresh}
    </Button>
  )
}

/** The figures over time: one column on a phone, two from 900 px. */
function StatisticsCharts({ statistics }: { readonly statistics: Statistics }) {
  return (
    <div className="grid gap-x-8 gap-y-6 wide:grid-cols-2">
      {chartsOf(statistics).map((chart) => (
        <BarChart key={chart.title} chart={chart} />
      ))}
    </div>
  )
}

/** The six figures. */
function FigureCards({ statistics }: { readonly statistics: Statistics }) {
  const { total_users, total_votes, active_voters, finished_matches, players_with_points } = statistics
  const { cards, oneDecimal } = words
  const figures = [
    [cards.users, count(total_users)],
    [cards.votes, count(total_votes)],
    [cards.voters, count(active_voters)],
    [cards.matches, count(finished_matches)],
    [cards.players, count(players_with_points)],
    [cards.perVoter, oneDecimal(votesPerVoter(total_votes, active_voters))],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-3 wide:grid-cols-6">
      {figures.map(([label, value]) => (
        <div key={label} className="flex min-w-0 flex-col-reverse justify-end rounded-inner bg-raised px-3 py-2">
          <dt className="text-sm text-quiet">{label}</dt>
          <dd className="figures text-3xl font-extrabold [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
