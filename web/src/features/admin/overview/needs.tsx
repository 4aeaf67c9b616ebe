import { Link, type LinkProps } from '@tanstack/react-router'
import type { ListedMatch, OperatorOverview } from '@tribune/contract/operator/overview.ts'
import { type Need, type NeedKind, otherFailing } from '@tribune/domain/operator/needs.ts'
import { needSentence, overview as words } from '@tribune/french/sentences/operator/overview.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Section } from '../section.tsx'

/** Ids of the parts of the tab to which its rows lead. */
export const PARTS = { acts: 'gestes', anomalies: 'anomalies', browserErrors: 'erreurs' } as const

/** Maximum number of matches that a row lists. */
const MATCHES_OF_ROW = 5

const FEED = 'scheduler-realtime'

/** Needs by severity, each with one sentence and the place where it is met. */
export function Needs({ overview }: { readonly overview: OperatorOverview }) {
  const { needs } = overview
  const of = (severity: Need['severity']) => needs.filter((need) => need.severity === severity)
  const [act, watch] = [of('act'), of('watch')]
  return (
    <>
      {act.length === 0 ? (
        <Notice title={words.nothing} lit={3}>
          {words.nothingText}
        </Notice>
      ) : (
        <Section title={words.act}>
          <Rows needs={act} overview={overview} />
        </Section>
      )}
      {watch.length > 0 && (
        <Section title={words.watch}>
          <Rows needs={watch} overview={overview} />
        </Section>
      )}
    </>
  )
}

function Rows({ needs, overview }: { readonly needs: readonly Need[]; readonly overview: OperatorOverview }) {
  return (
    <ul className="flex flex-col">
      {needs.map((need) => (
        <Row key={need.kind} need={need} overview={overview} />
      ))}
    </ul>
  )
}

function Row({ need, overview }: { readonly need: Need; readonly overview: OperatorOverview }) {
  const { kind, severity } = need
  const { label, ...place } = placeOf(kind, overview)
  const isAct = severity === 'act'
  return (
    <li className="flex flex-col gap-2 border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <p className={`[overflow-wrap:anywhere] ${isAct ? 'border-l-4 border-warn pl-3 font-semibold' : ''}`}>
        {needSentence(kind, overview.facts, new Date(overview.read_at))}
      </p>
      <Matches {...matchesOf(kind, overview)} />
      <p>
        {place.to === undefined ? (
          <a href={`#${place.hash}`} className={buttonClass('plain')}>
            {label}
          </a>
        ) : (
          <Link {...place} className={buttonClass('plain')}>
            {label}
          </Link>
        )}
      </p>
    </li>
  )
}

interface MatchesProps {
  readonly items: readonly (ListedMatch & { readonly groups?: number })[]
  readonly total: number
}

/** The matches that a need is about: their screens or, of groups of ballots, these. */
function Matches({ items, total }: MatchesProps) {
  if (items.length === 0) return null
  return (
    <ul aria-label={words.matches} className="flex flex-col">
      {items.map(({ match_id, home_team, away_team, competition_name, groups }) => (
        <li key={match_id}>
          <Link
            {...(groups === undefined
              ? { to: '/match/$id', params: { id: match_id } }
              : { to: '/admin/ballots', search: { match: match_id } })}
            className="target flex flex-col justify-center py-1 leading-tight hover:bg-raised"
          >
            <span className="font-semibold underline [overflow-wrap:anywhere]">
              {words.match(home_team, away_team)}
            </span>
            <span className="text-sm text-quiet [overflow-wrap:anywhere]">
              {groups === undefined ? competition_name : `${competition_name}, ${words.groups(groups)}`}
            </span>
          </Link>
        </li>
      ))}
      {total > items.length && <li className="text-sm text-quiet">{words.others(total - items.length)}</li>}
    </ul>
  )
}

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

/** Returns where a need is met. */
function placeOf(kind: NeedKind, { facts, provisional, suspicious }: OperatorOverview): Place {
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
function matchesOf(kind: NeedKind, overview: OperatorOverview) {
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
