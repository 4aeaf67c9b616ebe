import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { hour, shortDay } from '@tribune/french/format/dates.ts'
import { excluded as words } from '@tribune/french/sentences/operator/diagnostics.ts'
import { useState } from 'react'
import {
  EXCLUDED_LIMITS,
  EXCLUDED_MATCHES,
  type ExcludedLimit,
  type ExcludedMatch,
  excludedMatchesQuery,
  searchLineup,
} from '../../../data/operator/diagnostics.ts'
import { messageOf } from '../../../lib/http/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNotice } from '../../../ui/notice.tsx'
import { SelectField } from '../fields.tsx'
import { Section } from '../section.tsx'
import { useAct } from '../use-act.ts'

/** How many are listed at first. */
export const FIRST_EXCLUDED: ExcludedLimit = 20
const OPTIONS = EXCLUDED_LIMITS.map((limit) => ({ value: String(limit) as `${ExcludedLimit}`, label: String(limit) }))

/** Matches that are excluded for want of a lineup, and the button that asks the provider for it now. */
export function ExcludedMatches() {
  const [limit, setLimit] = useState<`${ExcludedLimit}`>(`${FIRST_EXCLUDED}`)
  const shown = EXCLUDED_LIMITS.find((one) => String(one) === limit) ?? FIRST_EXCLUDED
  const { data, error, refetch } = useQuery({ ...excludedMatchesQuery(shown), placeholderData: keepPreviousData })
  return (
    <Section title={words.title} intro={words.intro}>
      <div className="mb-3 max-w-40">
        <SelectField label={words.limit} value={limit} options={OPTIONS} onChange={setLimit} />
      </div>
      {data === undefined && error !== null && (
        <ErrorNotice message={words.failed(messageOf(error))} error={error} onRetry={() => refetch()} />
      )}
      {data?.length === 0 && <p>{words.none}</p>}
      {data !== undefined && data.length > 0 && (
        <ul className="flex flex-col">
          {data.map((match) => (
            <ExcludedRow key={match.match_id} match={match} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function ExcludedRow({ match }: { readonly match: ExcludedMatch }) {
  const client = useQueryClient()
  const { match_id, home_team, away_team, competition_name, match_date, excluded_at } = match
  const search = useAct(searchLineup, {
    done: ({ players, excluded }) => (excluded || players === 0 ? words.notFound : words.found(players)),
    onDone: () => client.invalidateQueries({ queryKey: EXCLUDED_MATCHES }),
  })
  return (
    <li className="flex items-center justify-between gap-3 border-b border-line py-2.5 last:border-0">
      <div className="min-w-0 leading-snug">
        <p className="font-semibold [overflow-wrap:anywhere]">
          {home_team} – {away_team}
        </p>
        <p className="text-sm text-quiet [overflow-wrap:anywhere]">
          {competition_name} ·{' '}
          <span className="whitespace-nowrap">
            {shortDay(match_date)}, {hour(match_date)}
          </span>
        </p>
        <p className="text-sm text-quiet">
          <span className="figures select-all">{words.number(match_id)}</span> · {words.since(shortDay(excluded_at))}
        </p>
      </div>
      <Button
        className="shrink-0"
        aria-label={words.searchOf(home_team, away_team)}
        busy={search.isPending}
        onClick={() => search.mutate(match_id)}
      >
        <span className="wide:hidden">{words.searchShort}</span>
        <span className="hidden wide:inline">{words.search}</span>
      </Button>
    </li>
  )
}
