import {
  getOperatorOverview,
  type ListedMatch,
  type OperatorOverview,
  OVERVIEW_FUNCTIONS,
} from '@tribune/contract/operator/overview.ts'
import type { App } from '../../../context.ts'
import type { Router } from '../../../http/route.ts'
import type { Listed } from './queries.ts'
import { type Overview, OverviewReader } from './service.ts'

export function registerOverview(route: Router, app: App): undefined {
  const reader = new OverviewReader(app)
  route(getOperatorOverview, async () => presentOverview(await reader.read()))
  return undefined
}

type Row = Listed['items'][number]

function presentOverview(overview: Overview): OperatorOverview {
  const { now, needs, facts, open, due, inDoubt, provisional, compared, failures } = overview
  const { feed, nightly } = facts
  return {
    read_at: now.toISOString(),
    needs: [...needs],
    facts: {
      ...facts,
      feed: { ...feed, succeeded_at: isoOf(feed.succeeded_at) },
      nightly: { ...nightly, ran_at: isoOf(nightly.ran_at), succeeded_at: isoOf(nightly.succeeded_at) },
      runs: { ...facts.runs, failing: [...facts.runs.failing] },
    },
    open: {
      total: open.total,
      items: open.items.map((row) => ({ ...presentMatch(row), closes_at: isoOf(row.closes_at) })),
    },
    due: due.items.map(presentMatch),
    in_doubt: inDoubt.items.map(presentMatch),
    provisional: provisional.items.map(presentMatch),
    suspicious: compared.flatMap(({ groups, ...row }) =>
      groups === null || groups === 0 ? [] : [{ ...presentMatch(row), groups }],
    ),
    compared: { matches: compared.length, waiting: compared.filter(({ groups }) => groups === null).length },
    failures: failures
      .slice(0, OVERVIEW_FUNCTIONS)
      .map(({ failing: _, failed_at, ...row }) => ({ ...row, failed_at: failed_at.toISOString() })),
  }
}

function presentMatch({ match_date, closes_at: _, ballots_set_aside: __, ...row }: Row): ListedMatch {
  return { ...row, match_date: match_date.toISOString() }
}

const isoOf = (at: Date | string | null) => (at === null ? null : new Date(at).toISOString())
