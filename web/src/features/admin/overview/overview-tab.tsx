import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { OpenMatch, OperatorOverview } from '@tribune/contract/operator/overview.ts'
import { duration, hour, shortDay } from '@tribune/french/format/dates.ts'
import { area } from '@tribune/french/sentences/operator/area.ts'
import {
  acts,
  age,
  anomalies as anomaliesWords,
  failures as failuresWords,
  openVotes,
  overview as words,
} from '@tribune/french/sentences/operator/overview.ts'
import type { PropsWithChildren } from 'react'
import {
  anomaliesQuery,
  browserErrorsQuery,
  type FeedAnomaly,
  overviewQuery,
  publishDue,
  runNight,
} from '../../../data/operator/overview.ts'
import { ApiError, messageOf } from '../../../lib/http/api-error.ts'
import { ErrorNotice } from '../../../ui/notice.tsx'
import { ActFailure, ConfirmAct } from '../act-buttons.tsx'
import { Section } from '../section.tsx'
import { TabWaiting, useAllAnswered } from '../tab-waiting.tsx'
import { useAct } from '../use-act.ts'
import { BrowserErrors } from './browser-errors.tsx'
import { Figures } from './figures.tsx'
import { Needs, PARTS } from './needs.tsx'

/** Lists of more rows are folded. */
const UNFOLDED = 5

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

/** Matches that accept ballots, each with its screen, its diagnostic and its ballots. */
function OpenVotes({ open }: Pick<OperatorOverview, 'open'>) {
  const more = open.total - open.items.length
  return (
    <Section title={openVotes.title}>
      {open.items.length === 0 ? (
        <p>{openVotes.none}</p>
      ) : (
        <ul className="flex flex-col">
          {open.items.map((match) => (
            <Row key={match.match_id} match={match} />
          ))}
          {more > 0 && <li className="pt-3 text-quiet">{words.others(more)}</li>}
        </ul>
      )}
    </Section>
  )
}

function Row({ match }: { readonly match: OpenMatch }) {
  const { match_id, home_team, away_team, competition_name, closes_at, voters } = match
  const links = [
    [openVotes.screen, { to: '/match/$id', params: { id: match_id } }],
    [openVotes.diagnostic, { to: '/admin', search: { tab: 'diagnostics', match: match_id }, hash: 'check' }],
    [openVotes.ballots, { to: '/admin/ballots', search: { match: match_id } }],
  ] as const satisfies readonly (readonly [string, LinkProps])[]
  return (
    <li className="border-b border-line py-2.5 first:pt-0 last:border-0 last:pb-0">
      <p className="font-semibold [overflow-wrap:anywhere]">{words.match(home_team, away_team)}</p>
      <p className="text-sm text-quiet [overflow-wrap:anywhere]">
        {[
          competition_name,
          closes_at === null ? openVotes.inPlay : openVotes.closes(hour(closes_at)),
          openVotes.voters(voters),
        ].join(' · ')}
      </p>
      <p className="flex flex-wrap gap-x-4">
        {links.map(([label, place]) => (
          <Link
            key={label}
            {...place}
            aria-label={openVotes.linkOf(label, home_team, away_team)}
            className="target inline-flex items-center font-semibold underline underline-offset-4"
          >
            {label}
          </Link>
        ))}
      </p>
    </li>
  )
}

/** Functions with failed runs of the last day; nothing without any. */
function FailureList({ overview }: { readonly overview: OperatorOverview }) {
  const { failures, read_at } = overview
  if (failures.length === 0) return null
  return (
    <Section title={failuresWords.title}>
      <ul className="flex flex-col">
        {failures.map(({ function_name, failed, failed_at, error_code }) => (
          <li key={function_name} className="border-b border-line last:border-0">
            <Link
              to="/metrics-dashboard"
              search={{ fn: function_name }}
              className="target flex flex-col justify-center py-2 leading-tight hover:bg-raised"
            >
              <span className="figures font-semibold underline underline-offset-4 [overflow-wrap:anywhere]">
                {function_name}
              </span>
              <span className="text-sm text-quiet [overflow-wrap:anywhere]">
                {failuresWords.line(failed, error_code, age(failed_at, new Date(read_at)))}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The newest anomalies of the feed, each with its match. */
function AnomalyList() {
  const { data, error, refetch } = useQuery(anomaliesQuery)
  return (
    <div id={PARTS.anomalies}>
      <Section title={anomaliesWords.title} intro={anomaliesWords.intro}>
        {data === undefined && error !== null && (
          <ErrorNotice message={anomaliesWords.failed(messageOf(error))} error={error} onRetry={refetch} />
        )}
        {data?.length === 0 && <p>{anomaliesWords.none}</p>}
        {data !== undefined && data.length > 0 && (
          <details open={data.length <= UNFOLDED}>
            <summary className="target cursor-pointer content-center font-semibold">
              {anomaliesWords.show(data.length)}
            </summary>
            <ul className="flex flex-col">
              {data.map((anomaly) => (
                <AnomalyRow key={`${anomaly.match_id} ${anomaly.kind}`} anomaly={anomaly} />
              ))}
            </ul>
          </details>
        )}
      </Section>
    </div>
  )
}

function AnomalyRow({ anomaly }: { readonly anomaly: FeedAnomaly }) {
  const { match_id, home_team, away_team, kind, raw_status, first_seen_at } = anomaly
  return (
    <li className="border-b border-line last:border-0">
      <Link
        to="/match/$id"
        params={{ id: match_id }}
        className="target flex flex-col justify-center py-2 leading-tight hover:bg-raised"
      >
        <span className="font-semibold [overflow-wrap:anywhere]">{anomaliesWords.kind(kind)}</span>
        <span className="[overflow-wrap:anywhere] underline underline-offset-4">
          {words.match(home_team, away_team)}
        </span>
        <span className="text-sm text-quiet [overflow-wrap:anywhere]">
          {anomaliesWords.line(raw_status, shortDay(first_seen_at), hour(first_seen_at))}
        </span>
      </Link>
    </li>
  )
}

type Run = Awaited<ReturnType<typeof runNight>>

/** The runs that start by themselves, and that the operator may start now. */
function HandActs({ nightly }: Pick<OperatorOverview['facts'], 'nightly'>) {
  return (
    <div id={PARTS.acts}>
      <Section title={acts.title}>
        <div className="flex flex-col gap-4">
          <HandAct of="publish" run={publishDue} done={({ processed }) => acts.publish.done(processed)} />
          <HandAct
            of="night"
            run={runNight}
            done={({ processed, ms }) => acts.night.done(processed, duration(ms))}
            isUnderWay={nightly.under_way}
          />
        </div>
      </Section>
    </div>
  )
}

interface HandActProps {
  readonly of: 'night' | 'publish'
  readonly run: () => Promise<Run>
  readonly done: (run: Run) => string
  /** Whether a server is at it, by hand or by itself, if that is known. */
  readonly isUnderWay?: boolean
}

/** One run: its button, its progress and its result. */
function HandAct({ of, run, done, isUnderWay }: HandActProps) {
  const client = useQueryClient()
  const { start, title, consequence, intro, underWay, goesOn, failed } = acts[of]
  const sentenceFor = (error: unknown) => (isCutOff(error) ? goesOn : failed(messageOf(error)))
  const look = () => client.invalidateQueries({ queryKey: ['operator'] })
  const act = useAct(run, { done, failed: sentenceFor, onDone: look })
  const isBusy = act.isPending || isUnderWay === true
  const begin = () => {
    act.mutate(undefined, { onError: look })
    // The run is open on the server before it answers.
    void look()
  }
  return (
    <div>
      <p className="mb-2 text-quiet">{intro}</p>
      <ConfirmAct label={start} title={title} consequence={consequence} tone="plain" busy={isBusy} onConfirm={begin} />
      <div role="status" className="font-semibold">
        {isBusy && <p className="mt-3">{underWay}</p>}
        {!isBusy && act.data !== undefined && <p className="mt-3">{done(act.data)}</p>}
        {!isBusy && isUnderWay === undefined && isCutOff(act.error) && <p className="mt-3">{goesOn}</p>}
      </div>
      {!isBusy && act.error !== null && !isCutOff(act.error) && <ActFailure>{sentenceFor(act.error)}</ActFailure>}
    </div>
  )
}

/** Returns whether the answer did not come in time, here or at a proxy: the run goes on without it. */
function isCutOff(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'timeout' || (error.code === 'unreadable' && error.status >= 502))
}
