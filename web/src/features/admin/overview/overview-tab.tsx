import { useQuery } from '@tanstack/react-query'
import type { OperatorOverview } from '@tribune/contract/operator/overview.ts'
import { hour } from '@tribune/french/format/dates.ts'
import { area } from '@tribune/french/sentences/operator/area.ts'
import { overview as words } from '@tribune/french/sentences/operator/overview.ts'
import type { PropsWithChildren } from 'react'
import { browserErrorsQuery } from '../../../data/operator/browser-errors.ts'
import { anomaliesQuery, overviewQuery } from '../../../data/operator/overview.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { ErrorNotice } from '../../../ui/notice.tsx'
import { BrowserErrors } from '../browser-errors/browser-errors.tsx'
import { TabWaiting } from '../tab-waiting.tsx'
import { useAllAnswered } from '../use-all-answered.ts'
import { AnomalyList } from './anomaly-list.tsx'
import { FailureList } from './failure-list.tsx'
import { Figures } from './figures.tsx'
import { HandActs } from './hand-acts.tsx'
import { PARTS } from './need-rows.ts'
import { Needs } from './needs.tsx'
import { OpenVotes } from './open-votes.tsx'

/** Needs first, then figures, runs to start, open votes, failures and anomalies (docs/decisions/091). */
export function OverviewTab() {
  const overview = useQuery(overviewQuery)
  const anomalies = useQuery(anomaliesQuery)
  const browserErrors = useQuery(browserErrorsQuery)
  const { data, error, refetch } = overview
  if (!useAllAnswered([overview, anomalies, browserErrors])) return <TabWaiting />
  return (
    <>
      <h2 className="sr-only">{area.tabs.overview}</h2>
      {data === undefined ? (
        <ErrorNotice message={words.failed(messageOf(error))} error={error} onRetry={refetch} />
      ) : (
        <Parts overview={data} error={error} />
      )}
    </>
  )
}

function Parts({ overview, error }: { readonly overview: OperatorOverview; readonly error: unknown }) {
  const time = hour(overview.read_at)
  const isCurrent = error === null
  return (
    <>
      <p className={isCurrent ? 'text-sm text-quiet' : 'font-semibold text-warn'} role="status">
        {isCurrent ? words.readAt(time) : words.outdated(time, messageOf(error))}
      </p>
      <div className="grid grid-cols-1 items-start gap-6 wide:grid-cols-2">
        <Column>
          <Needs overview={overview} />
          <Figures overview={overview} />
          <HandActs nightly={overview.facts.nightly} />
        </Column>
        <Column>
          <OpenVotes open={overview.open} />
        </Column>
        <Column>
          <FailureList overview={overview} />
          <AnomalyList />
        </Column>
        <div id={PARTS.browserErrors} className="min-w-0">
          <BrowserErrors />
        </div>
      </div>
    </>
  )
}

function Column({ children }: PropsWithChildren) {
  return <div className="flex min-w-0 flex-col gap-6">{children}</div>
}
