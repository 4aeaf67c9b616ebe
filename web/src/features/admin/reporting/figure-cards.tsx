import type { Statistics } from '@tribune/contract/operator/reporting.ts'
import { votesPerVoter } from '@tribune/domain/operator/diagnostics.ts'
import { count } from '@tribune/french/format/numbers.ts'
import { reporting as words } from '@tribune/french/sentences/operator/reporting.ts'

/** The six figures. */
export function FigureCards({ statistics }: { readonly statistics: Statistics }) {
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
