import type { LinkProps } from '@tanstack/react-router'
import type { ListedMatch, OperatorOverview } from '@tribune/contract/operator/overview.ts'
import { type NeedKind, otherFailing } from '@tribune/domain/operator/needs.ts'
import { overview as words } from '@tribune/french/sentences/operator/overview.ts'

/** Ids of the parts of the tab to which its rows lead. */
export const PARTS = { acts: 'gestes', anomalies: 'anomalies', browserErrors: 'erreurs' } as const

/** Most matches that a row lists. */
const MATCHES_OF_ROW = 5

/** Where a need is met: another screen, or a part of this one if `to` is missing. */
interface Place extends Pick<LinkProps, 'to' | 'search' | 'hash'> {
  readonly label: string
}

const runsOf = (fn: string | undefined): Place => ({
  to: '/metrics-dashboard',
  search: fn === undefined ? {} : { fn },
  label: words.links.runs,
})
const tool = (hash: string, label: string): Place => ({ to: '/admin', search: { tab: 'diagnostics' }, hash, label })
const FEED = 'scheduler-realtime'

/** Returns where a need is met. */
export function placeOf(kind: NeedKind, { facts, provisional, suspicious }: OperatorOverview): Place {
  const { links } = words
  switch (kind) {
    case 'feed_refused':
    case 'quota_spent':
    case 'quota_low':
      return runsOf(FEED)
    case 'feed_stale':
      return tool('sync', links.synchronise)
    case 'results_due':
      return { hash: PARTS.acts, label: links.publish }
    case 'nightly_failed':
    case 'nightly_missed':
      return { hash: PARTS.acts, label: links.night }
    case 'end_in_doubt':
      return tool('correct', links.correct)
    case 'runs_failing':
      return runsOf(otherFailing(facts)[0])
    case 'runs_failed':
      return runsOf(undefined)
    case 'provisional_results':
      return { to: '/admin/ballots', search: { match: provisional[0]?.match_id }, label: links.ballots }
    case 'reviews_asked':
      return { to: '/admin/ballots', label: links.ballots }
    case 'suspicious_groups':
      return { to: '/admin/ballots', search: { match: suspicious[0]?.match_id }, label: links.ballots }
    case 'marked_matches':
      return tool('marked', links.recalculate)
    case 'anomalies':
      return { hash: PARTS.anomalies, label: links.anomalies }
    case 'browser_errors':
      return { hash: PARTS.browserErrors, label: links.browserErrors }
  }
}

/** Returns the first matches that a need is about, and the number of all. */
export function matchesOf(kind: NeedKind, overview: OperatorOverview) {
  const { facts, due, in_doubt, provisional, suspicious } = overview
  const first = (items: readonly (ListedMatch & { readonly groups?: number })[], total: number) => ({
    items: items.slice(0, MATCHES_OF_ROW),
    total,
  })
  if (kind === 'results_due') return first(due, facts.due)
  if (kind === 'end_in_doubt') return first(in_doubt, facts.in_doubt)
  if (kind === 'provisional_results') return first(provisional, facts.provisional)
  if (kind === 'suspicious_groups') return first(suspicious, suspicious.length)
  return first([], 0)
}
