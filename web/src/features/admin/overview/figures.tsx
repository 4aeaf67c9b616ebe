import { Link, type LinkProps } from '@tanstack/react-router'
import type { OperatorOverview } from '@tribune/contract/operator/overview.ts'
import { count } from '@tribune/french/format/numbers.ts'
import { shortAge, figures as words } from '@tribune/french/sentences/operator/overview.ts'
import { Section } from '../section.tsx'

/** The facts as figures; those with a screen of their own lead there. */
export function Figures({ overview }: { readonly overview: OperatorOverview }) {
  return (
    <Section title={words.title}>
      <dl className="grid grid-cols-2 gap-3">
        {figureRows(overview).map(({ name, value, note, place }) => (
          <div key={name} className="relative flex min-w-0 flex-col rounded-inner bg-raised px-3 py-2">
            <dt className="order-2 text-sm leading-tight text-quiet">{name}</dt>
            <dd className="figures text-xl font-extrabold [overflow-wrap:anywhere]">
              {place === undefined ? (
                value
              ) : (
                <Link
                  {...place}
                  aria-label={`${name}\u00a0: ${value}`}
                  className="underline underline-offset-4 after:absolute after:inset-0 after:rounded-inner"
                >
                  {value}
                </Link>
              )}
            </dd>
            {note !== undefined && <dd className="order-3 text-sm text-quiet">{note}</dd>}
          </div>
        ))}
      </dl>
    </Section>
  )
}

/** One figure: its name, its value, and the screen that has more of it. */
interface Figure {
  readonly name: string
  readonly value: string
  readonly note?: string
  readonly place?: Pick<LinkProps, 'to' | 'search'>
}

/** Returns the figures of the front page, in the order in which they are read. */
function figureRows({ facts, open, compared, read_at }: OperatorOverview): Figure[] {
  const now = new Date(read_at)
  const { feed, quota, nightly, runs } = facts
  const runsAt = (fn: string) => ({ place: { to: '/metrics-dashboard', search: { fn } } }) as const
  return [
    { ...feedRow(feed, now), ...runsAt('scheduler-realtime') },
    { name: words.quota, value: quotaWords(quota) },
    { ...nightRow(nightly, now), ...runsAt('scheduler-nightly') },
    { name: words.failed, value: count(runs.failed), place: { to: '/metrics-dashboard' } },
    { name: words.open, value: count(open.total) },
    { name: words.marked, value: count(facts.marked), place: { to: '/admin', search: { tab: 'diagnostics' } } },
    {
      name: words.suspicious,
      value: count(facts.suspicious),
      place: { to: '/admin/ballots' },
      ...(compared.waiting > 0 ? { note: words.waiting(compared.waiting) } : {}),
    },
    { name: words.anomalies, value: count(facts.anomalies) },
    { name: words.browserErrors, value: count(facts.browser_errors) },
  ]
}

function quotaWords({ day_limit, day_remaining }: OperatorOverview['facts']['quota']): string {
  if (day_remaining === null) return words.unknown
  return day_limit === null ? count(day_remaining) : words.of(day_remaining, day_limit)
}

function feedRow({ succeeded_at }: OperatorOverview['facts']['feed'], now: Date) {
  if (succeeded_at === null) return { name: words.feed, value: words.never }
  return { name: words.sinceFeed, value: shortAge(succeeded_at, now) }
}

function nightRow({ ran_at, ok, under_way }: OperatorOverview['facts']['nightly'], now: Date) {
  if (under_way || ran_at === null) return { name: words.nightly, value: under_way ? words.underWay : words.never }
  return { name: ok ? words.sinceNight : words.sinceFailedNight, value: shortAge(ran_at, now) }
}
