import { Link, type LinkProps } from '@tanstack/react-router'
import type { OpenMatch, OperatorOverview } from '@tribune/contract/operator/overview.ts'
import { hour } from '@tribune/french/format/dates.ts'
import { overview, openVotes as words } from '@tribune/french/sentences/operator/overview.ts'
import { Section } from '../section.tsx'

/** Matches that accept ballots, each with its screen, its diagnostic and its ballots. */
export function OpenVotes({ open }: Pick<OperatorOverview, 'open'>) {
  const more = open.total - open.items.length
  return (
    <Section title={words.title}>
      {open.items.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <ul className="flex flex-col">
          {open.items.map((match) => (
            <Row key={match.match_id} match={match} />
          ))}
          {more > 0 && <li className="pt-3 text-quiet">{overview.others(more)}</li>}
        </ul>
      )}
    </Section>
  )
}

function Row({ match }: { readonly match: OpenMatch }) {
  const { match_id, home_team, away_team, competition_name, closes_at, voters } = match
  const links = [
    [words.screen, { to: '/match/$id', params: { id: match_id } }],
    [words.diagnostic, { to: '/admin', search: { tab: 'diagnostics', match: match_id }, hash: 'check' }],
    [words.ballots, { to: '/admin/ballots', search: { match: match_id } }],
  ] as const satisfies readonly (readonly [string, LinkProps])[]
  return (
    <li className="border-b border-line py-2.5 first:pt-0 last:border-0 last:pb-0">
      <p className="font-semibold [overflow-wrap:anywhere]">{overview.match(home_team, away_team)}</p>
      <p className="text-sm text-quiet [overflow-wrap:anywhere]">
        {[
          competition_name,
          closes_at === null ? words.inPlay : words.closes(hour(closes_at)),
          words.voters(voters),
        ].join(' · ')}
      </p>
      <p className="flex flex-wrap gap-x-4">
        {links.map(([label, place]) => (
          <Link
            key={label}
            {...place}
            aria-label={words.linkOf(label, home_team, away_team)}
            className="target inline-flex items-center font-semibold underline underline-offset-4"
          >
            {label}
          </Link>
        ))}
      </p>
    </li>
  )
}
